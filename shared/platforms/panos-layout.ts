import type { Normalisation } from './normalisation.ts'

const bookkeeping = {
  omit: ['config/mgt-config/users/entry/preferences', 'config/readonly'],
  omitRootAttributes: ['detail-version'],
} as const

/**
 * How configurations of PAN-OS are compared: laid out, because they are indented over the command line and one line over
 * the API. Left out is what changes without anybody editing policy: queries and filters that administrators' browsers
 * keep, what a Panorama counts for itself, the mark of a release beside its number, and in a candidate who changed what
 * and when. Encrypted values are compared as they stand: with the encryption of the factory they stay the same from
 * reading to reading, and a change is a change.
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
