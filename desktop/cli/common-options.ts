import type { Options } from './command.ts'

/** Options of every command. */
export const commonOptions = {
  tenant: { type: 'string', short: 't', value: 'CUSTOMER', description: 'short name of the customer' },
  json: { type: 'boolean', description: 'output the API’s response as JSON' },
  ndjson: { type: 'boolean', description: 'output one JSON object per line' },
  url: { type: 'string', value: 'URL', description: 'URL of the service; default: the last login' },
  'ca-file': { type: 'string', value: 'FILE', description: 'additional trusted certificate authorities, as PEM' },
  'retry-for': {
    type: 'string',
    value: 'SECONDS',
    description: 'maximum time to wait for a busy service; default 60',
  },
  'approval-reason': {
    type: 'string',
    value: 'TEXT',
    description: 'asks another person for an approval if the action needs one',
  },
  help: { type: 'boolean', short: 'h', description: 'show this help' },
} as const satisfies Options
