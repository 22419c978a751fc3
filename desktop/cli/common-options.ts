import type { Options } from './command.ts'

/** Options of every command. */
export const commonOptions = {
  tenant: { type: 'string', short: 't', value: 'CUSTOMER', tells: 'the customer, by its short name' },
  json: { type: 'boolean', tells: 'the answer as the API gives it' },
  ndjson: { type: 'boolean', tells: 'the same, one thing a line' },
  url: { type: 'string', value: 'URL', tells: 'the service; the last one that was logged in to unless told' },
  'ca-file': { type: 'string', value: 'FILE', tells: 'authorities to trust beside those of the computer, as PEM' },
  'retry-for': {
    type: 'string',
    value: 'SECONDS',
    tells: 'how long to wait for a service that has no time, 60 unless told',
  },
  help: { type: 'boolean', short: 'h', tells: 'what this command does' },
} as const satisfies Options
