import type { components } from '../../../shared/contract/api-types.ts'

export type DeviceState = components['schemas']['DeviceState']

/**
 * The one expression for a device's state, over a row of `devices`: it filters and presents. `standing` is the part that
 * no clock changes; a generated column, so that each state has its index. `now` is bound, never the database's clock.
 */
export function deviceStateSql(now: Date): { sql: string; bindings: Date[] } {
  const sql = `case
    when devices.standing in ('changed', 'unchanged', 'partial') and devices.stale_at <= ?::timestamptz then 'stale'
    else devices.standing end`
  return { sql, bindings: [now] }
}

/** What `standing` is in that state: true of every device in it, and an index knows it. */
export function standingsOf(state: DeviceState): DeviceState[] {
  return state === 'stale' ? ['changed', 'unchanged', 'partial'] : [state]
}
