import type { PolicyKind } from '../../../store/models/policy-run.ts'

/** The duties that run every night, in their order; each leaves at least one run. */
export const nightlyKinds = [
  'report',
  'sample',
  'conversion',
  'purge',
  'retention',
  'sweep',
  'object_lock',
  'integrity',
  'dump',
  'expire',
] as const satisfies PolicyKind[]

export type NightlyKind = (typeof nightlyKinds)[number]

/** Those that are done for one customer after another, and leave the run there. */
export const tenantsKinds = ['purge', 'retention', 'sweep', 'integrity'] as const satisfies NightlyKind[]
