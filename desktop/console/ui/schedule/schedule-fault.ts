import { faultOfSchedule } from '../../../../shared/cron/cron-schedule.ts'

export const scheduleFields = ['minute', 'hour', 'day', 'month', 'weekday'] as const

export type ScheduleFault =
  { kind: 'count'; count: number } | { kind: (typeof scheduleFields)[number]; text: string } | { kind: 'never' }

/**
 * Returns the fault of a schedule in translatable form; undefined if it is valid. `never`: each field is valid, but
 * their day does not exist.
 */
export function scheduleFault(schedule: string): ScheduleFault | undefined {
  if (faultOfSchedule(schedule) === null) return undefined
  const fields = schedule.trim().split(/\s+/)
  if (fields.length !== scheduleFields.length) return { kind: 'count', count: fields.length }
  const bad = scheduleFields.findIndex((_, place) => {
    const alone = scheduleFields.map((_field, other) => (other === place ? fields[other] : '*'))
    return faultOfSchedule(alone.join(' ')) !== null
  })
  const kind = scheduleFields[bad]
  return kind ? { kind, text: fields[bad] ?? '' } : { kind: 'never' }
}
