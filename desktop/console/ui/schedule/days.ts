import type { components } from '../../../../shared/contract/api-types.ts'
import type { Language } from '../../language/define-messages.ts'
import { regions } from '../../language/i18n.ts'

export type Day = components['schemas']['BlackoutDay']

/** In European order. */
export const days: readonly Day[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

const dayMs = 24 * 3_600_000

/** Returns for example `Mon, Wed and Fri`. */
export function dayNames(on: readonly Day[], language: Language): string {
  const names = days.filter((day) => on.includes(day)).map((day) => dayName(day, language, 'short'))
  return new Intl.ListFormat(regions[language], { type: 'conjunction' }).format(names)
}

export function dayName(day: Day, language: Language, weekday: 'short' | 'long'): string {
  const monday = Date.UTC(2024, 0, 1)
  const at = new Date(monday + days.indexOf(day) * dayMs)
  return new Intl.DateTimeFormat(regions[language], { weekday, timeZone: 'UTC' }).format(at)
}
