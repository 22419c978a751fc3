import type { Normalisation } from './normalisation.ts'

const bookkeeping = {
  omit: ['config/mgt-config/users/entry/preferences', 'config/readonly'],
  omitRootAttributes: ['detail-version'],
} as const

/**
 * How PAN-OS configurations are compared. They are formatted first, because the command line indents them and the API
 * returns one line. Omitted is what changes without a policy change: queries and filters stored by administrators'
 * browsers, counters of a Panorama, the build of a release, and in a candidate who changed what and when. Encrypted
 * values are compared as they are: under the factory key they are stable between reads.
 */
export const panosNormalisation: Normalisation = {
  revision: 2,
  layouts: [
    { artifacts: ['candidate-config'], ...bookkeeping, omitAttributes: ['admin', 'dirtyId', 'time'] },
    { ...bookkeeping, omitAttributes: [] },
  ],
  rules: [],
  sealed: /(?<=>)-A\w+={1,2}[\w+/=]+(?=<)/g,
}
