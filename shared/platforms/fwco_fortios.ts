import { fortiosRest } from './fortios-rest.ts'
import { commonOptions, platform } from './platform.ts'

const keys = ['full-configuration'] as const

/** Fortinet FortiOS. Captures: test/fixtures/fwco_fortios/. */
export const fwcoFortios = platform({
  id: 'fwco_fortios',
  name: 'Fortinet FortiOS',
  transports: ['api'],
  preferred: 'api',
  artifacts: { 'full-configuration': { kind: 'text', transports: ['api'] } },
  options: {
    type: 'object',
    additionalProperties: false,
    properties: {
      ...commonOptions(keys),
      vdom: {
        type: 'string',
        pattern: '^[A-Za-z0-9_-]{1,31}$',
        description: 'the virtual domain to read alone; without it the whole device',
      },
    },
  },

  api: fortiosRest,

  normalise: {
    revision: 1,
    rules: [
      { volatile: /^#config-version=.*:user=(.*)$/ }, // who asked
      { volatile: /^#conf_file_ver=(.*)/ },
      { volatile: /^#private-encryption-key=(.*)/ },
      // encrypted anew at each reading, but for one-way hashes
      { volatile: /^\s*set \S+(?: \d+)? "?ENC (?!SH2|PB2|AK1)(.*)/ },
    ],
  },
})
