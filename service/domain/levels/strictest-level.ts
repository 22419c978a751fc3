import type { DecidedBy, PolicyLevel } from './level.ts'

/** What holds, and which level decided it. */
export interface Decided<Value> {
  value: Value
  decidedBy: DecidedBy
}

/**
 * A cascade in which a lower level may only tighten: `open` holds where the platform says so and no level below says
 * `closed`; where the platform says nothing it is closed.
 * @returns for `closed` the highest level that says so; for `open` the lowest
 */
export function strictestLevel<Value>(
  { platform, customer, device }: Record<PolicyLevel, Value | null>,
  { open, closed }: { open: Value; closed: Value },
): Decided<Value> {
  if (platform === null) return { value: closed, decidedBy: 'default' }
  if (platform === closed) return { value: closed, decidedBy: 'platform' }
  if (customer === closed) return { value: closed, decidedBy: 'customer' }
  if (device === closed) return { value: closed, decidedBy: 'device' }
  return { value: open, decidedBy: device !== null ? 'device' : customer !== null ? 'customer' : 'platform' }
}
