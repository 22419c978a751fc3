import { faultOfSchedule } from '../../../../shared/cron/schedule.ts'
import { languageNow } from '../../language/i18n.ts'
import { useMessages } from '../../language/useWords.ts'
import { scheduleInWords } from '../../ui/schedule/schedule-words.ts'
import { words as scheduleWords } from '../../ui/schedule/words.ts'
import { words } from './words.ts'

/** @returns a schedule in words; one that is none of ours as it stands */
export function useScheduleWords() {
  const { t } = useMessages(words)
  const { t: say } = useMessages(scheduleWords)
  return (schedule: string): string => {
    if (schedule === '') return t('onDemand')
    if (faultOfSchedule(schedule) !== null) return schedule
    return scheduleInWords(schedule, languageNow(), (key, values) => say(`cron.${key}`, values))
  }
}
