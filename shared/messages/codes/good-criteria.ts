import type { MessageGroup } from '../parameters.ts'

/** Why a version is not known to be good. */
export const goodCriteria = {
  not_good_damaged: {},
  not_good_host_not_compared: {},
  not_good_incomplete: {},
  not_good_lab_mode: {},
  not_good_no_version: {},
  not_good_partial: {},
  not_good_suspicious: {},
  not_good_unconfirmed: {},
} as const satisfies MessageGroup
