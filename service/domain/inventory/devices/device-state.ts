import type { components } from '../../../../shared/contract/api-types.ts'

export type DeviceState = components['schemas']['DeviceState']

/**
 * Returns the SQL expression of a device's state, over a row of `devices`, for display and counts. `standing` is the
 * part that does not depend on time: a generated column, so that an index covers each state. `now` is bound: the
 * database's clock is not used.
 */
export function deviceStateSql(now: Date): { sql: string; bindings: Date[] } {
  const sql = `case
    when devices.standing in ('changed', 'unchanged', 'partial') and devices.stale_at <= ?::timestamptz then 'stale'
    else devices.standing end`
  return { sql, bindings: [now] }
}

/**
 * Returns the condition for devices in a state, as comparisons of plain columns: they can use an index and have
 * statistics. For the expression above, the planner would assume one row in 200 and sort a whole fleet for a page.
 */
export function inStateSql(state: DeviceState, now: Date): { sql: string; bindings: (DeviceState | Date)[] } {
  const staled = `devices.standing in ('changed', 'unchanged', 'partial')`
  if (state === 'stale') return { sql: `${staled} and devices.stale_at <= ?`, bindings: [now] }
  if (!mayBeStale.includes(state)) return { sql: 'devices.standing = ?', bindings: [state] }
  const sql = 'devices.standing = ? and (devices.stale_at is null or devices.stale_at > ?)'
  return { sql, bindings: [state, now] }
}

const mayBeStale: DeviceState[] = ['changed', 'unchanged', 'partial']
