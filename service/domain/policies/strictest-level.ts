import type { DecidedBy, PolicyLevel } from './level.ts'

/** The effective value, and the level that decided it. */
export interface Decided<Value> {
  value: Value
  decidedBy: DecidedBy
}

/**
 * Evaluates a cascade in which a lower level may only tighten: the result is `open` if the platform is `open` and no
 * level below is `closed`. It is `closed` if the platform has no value.
 * @returns for `closed` the highest level with that value; for `open` the lowest
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
