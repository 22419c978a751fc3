import type { components } from '../../../../shared/contract/api-types.ts'

export type DeviceState = components['schemas']['DeviceState']

/**
 * The one expression for a device's state, over a row of `devices`, as it is shown and counted. `standing` is the part that
 * no clock changes; a generated column, so that each state has its index. `now` is bound, never the database's clock.
 */
export function deviceStateSql(now: Date): { sql: string; bindings: Date[] } {
  const sql = `case
    when devices.standing in ('changed', 'unchanged', 'partial') and devices.stale_at <= ?::timestamptz then 'stale'
    else devices.standing end`
  return { sql, bindings: [now] }
}

/**
 * The devices in that state, in comparisons of plain columns: an index knows them, and the planner how many there are.
 * Of the expression above it would guess one in 200, and sort a fleet for a page.
 */
export function inStateSql(state: DeviceState, now: Date): { sql: string; bindings: (DeviceState | Date)[] } {
  const staled = `devices.standing in ('changed', 'unchanged', 'partial')`
  if (state === 'stale') return { sql: `${staled} and devices.stale_at <= ?`, bindings: [now] }
  if (!mayBeStale.includes(state)) return { sql: 'devices.standing = ?', bindings: [state] }
  const sql = 'devices.standing = ? and (devices.stale_at is null or devices.stale_at > ?)'
  return { sql, bindings: [state, now] }
}

const mayBeStale: DeviceState[] = ['changed', 'unchanged', 'partial']
