import { faultOfSchedule } from '../../../../shared/cron/schedule.ts'
import { languageNow } from '../../language/i18n.ts'
import { useMessages } from '../../language/useWords.ts'
import { scheduleInWords } from '../../ui/schedule/schedule-words.ts'
import { words as scheduleWords } from '../../ui/schedule/words.ts'
import { words } from './words.ts'

/** Returns a function that describes a schedule; an unsupported one is returned unchanged. */
export function useScheduleWords() {
  const { t } = useMessages(words)
  const { t: say } = useMessages(scheduleWords)
  return (schedule: string): string => {
    if (schedule === '') return t('onDemand')
    if (faultOfSchedule(schedule) !== null) return schedule
    return scheduleInWords(schedule, languageNow(), (key, values) => say(`cron.${key}`, values))
  }
}
