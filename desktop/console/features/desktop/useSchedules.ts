import { computed } from 'vue'
import { useMessages } from '../../language/useMessages.ts'
import { messages } from './break-glass-messages.ts'

/** Hours between refreshes that the user can choose; null: only on demand. */
const refreshHours = [null, 1, 6, 24, 168] as const

/** Returns the schedules of a break-glass copy as options; '' means only on demand. */
export function useSchedules() {
  const { t } = useMessages(messages)
  const nameOf = (hours: number | null) => {
    if (hours === null) return t('every.never')
    if (hours === 24) return t('every.day')
    return hours === 168 ? t('every.week') : t('every.hours', { hours })
  }
  return computed(() => refreshHours.map((hours) => ({ value: String(hours ?? ''), label: nameOf(hours) })))
}
