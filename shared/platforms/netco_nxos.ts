import { nxapi } from './nxos-nxapi.ts'
import { commonOptions, platform } from './platform.ts'

const keys = ['running-config', 'startup-config', 'version'] as const
const configs = ['running-config', 'startup-config'] as const

/** Cisco NX-OS. Captures: test/fixtures/netco_nxos/. */
export const netcoNxos = platform({
  id: 'netco_nxos',
  name: 'Cisco NX-OS',
  transports: ['api'],
  preferred: 'api',
  artifacts: {
    'running-config': { kind: 'text', transports: ['api'] },
    'startup-config': { kind: 'text', transports: ['api'] },
    version: { kind: 'text', transports: ['api'] },
  },
  options: { type: 'object', additionalProperties: false, properties: commonOptions(keys) },

  api: nxapi,

  normalise: {
    revision: 1,
    rules: [
      { artifacts: configs, volatile: /^!Command: (.*)/ },
      { artifacts: configs, volatile: /^!Time: (.*)/ }, // of the reading
      { artifacts: configs, volatile: /^!Running configuration last done at: (.*)/ }, // also moved by no change at all
      { artifacts: configs, volatile: /^!Startup config saved at: (.*)/ },

      { artifacts: ['version'], volatile: /^Kernel uptime is (.*)/ },
      { artifacts: ['version'], volatile: /^Last reset(.*)/ },
    ],
  },

  divergence: { running: 'running-config', saved: 'startup-config', omit: [] },
})
