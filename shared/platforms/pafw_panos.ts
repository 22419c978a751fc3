import { panosApi } from './panos-api.ts'
import { panosNormalisation } from './panos-layout.ts'
import { panosShell } from './panos-shell.ts'
import { commonOptions, platform } from './platform.ts'
import { panosSecrets } from './vendor-secrets.ts'
import { panosChanges } from './panos-changes.ts'

const keys = ['running-config', 'candidate-config', 'device-state'] as const

/** Palo Alto Networks firewalls. Captures: test/fixtures/pafw_panos/. */
export const pafwPanos = platform({
  id: 'pafw_panos',
  name: 'Palo Alto PAN-OS',
  vendor: 'Palo Alto Networks',
  transports: ['api', 'ssh'],
  preferred: 'api',
  artifacts: {
    'running-config': { kind: 'text', transports: ['api', 'ssh'] },
    'candidate-config': { kind: 'text', transports: ['api'] },
    'device-state': {
      kind: 'blob',
      transports: ['api'],
      archive: {
        // each export has other dates, so its members are compared
        identity: [{ members: /\.xml$/, as: 'running-config' }, { members: /(?:)/ }],
        requiredMembers: [/running-config\.xml$/],
        extension: 'tgz',
      },
    },
  },
  changes: panosChanges,
  options: {
    type: 'object',
    additionalProperties: false,
    properties: {
      ...commonOptions(keys),
      vsys: {
        type: 'string',
        pattern: '^[A-Za-z0-9._-]{1,63}$',
        description: 'the virtual system to read alone, by its identifier; without it the whole device',
      },
    },
  },

  ssh: panosShell,
  api: panosApi('firewall'),

  facts: { 'running-config': [/^ {8,10}<hostname>(?<hostname>[^<]+)<\/hostname>/] },
  secrets: panosSecrets,
  outline: 'indent',
  normalise: panosNormalisation,
})
