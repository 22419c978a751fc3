import type { components } from '../../../../shared/contract/api-types.ts'
import type { Day } from '../../ui/schedule/days.ts'
import type { BlackoutTimes } from './blackout.ts'

type Schemas = components['schemas']

/** Values of the form; instants as `2026-12-20T08:00` in local time. */
export interface BlackoutValues {
  name: string
  kind: 'weekly' | 'once'
  days: Day[]
  from: string
  to: string
  starts: string
  ends: string
}

export function blackoutValues(blackout?: Schemas['Blackout']): BlackoutValues {
  const weekly = { days: ['mon', 'tue', 'wed', 'thu', 'fri'] as Day[], from: '08:00', to: '18:00' }
  if (!blackout) return { name: '', kind: 'weekly', ...weekly, starts: '', ends: '' }
  const { name, days, from, to, starts_at, ends_at } = blackout
  if (starts_at && ends_at) return { name, kind: 'once', ...weekly, starts: asLocal(starts_at), ends: asLocal(ends_at) }
  return { name, kind: 'weekly', days: [...(days ?? [])], from: from ?? '', to: to ?? '', starts: '', ends: '' }
}

/** Returns the times in the form; null if there are none yet. */
export function timesOf({ kind, days, from, to, starts, ends }: BlackoutValues): BlackoutTimes | null {
  if (kind === 'weekly') {
    return days.length > 0 && from && to ? { days, from, to, starts_at: null, ends_at: null } : null
  }
  const [begin, end] = [new Date(starts), new Date(ends)]
  if (Number.isNaN(begin.getTime()) || Number.isNaN(end.getTime())) return null
  return { days: null, from: null, to: null, starts_at: begin.toISOString(), ends_at: end.toISOString() }
}

/** Formats an instant for `<input type="datetime-local">`. */
function asLocal(instant: string): string {
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
