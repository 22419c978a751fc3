import type { PolicyKind } from '../../../store/models/policy-run.ts'

/** Maintenance tasks that run every night, in their order; each records at least one run. */
export const nightlyKinds = [
  'report',
  'sample',
  'conversion',
  'facts',
  'purge',
  'retention',
  'sweep',
  'object_lock',
  'integrity',
  'restore_check',
  'dump',
  'expire',
] as const satisfies PolicyKind[]

export type NightlyKind = (typeof nightlyKinds)[number]

/** Tasks that run for one tenant after another and record a run for each. */
export const tenantsKinds = [
  'purge',
  'retention',
  'sweep',
  'integrity',
  'restore_check',
] as const satisfies NightlyKind[]
