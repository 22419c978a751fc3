import { faultOfSchedule } from '../../../../shared/cron/schedule.ts'

export const scheduleFields = ['minute', 'hour', 'day', 'month', 'weekday'] as const

export type ScheduleFault =
  { kind: 'count'; count: number } | { kind: (typeof scheduleFields)[number]; text: string } | { kind: 'never' }

/**
 * What is wrong with a schedule, so that it can be told in any language; undefined when it can be used. `never`: each of
 * its fields is good, and their day never comes.
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
