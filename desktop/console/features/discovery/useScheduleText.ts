import { faultOfSchedule } from '../../../../shared/cron/cron-schedule.ts'
import { languageNow } from '../../language/i18n.ts'
import { useMessages } from '../../language/useMessages.ts'
import { describeSchedule } from '../../ui/schedule/describe-schedule.ts'
import { messages as scheduleMessages } from '../../ui/schedule/messages.ts'
import { messages } from './messages.ts'

/** Returns a function that describes a schedule; an unsupported one is returned unchanged. */
export function useScheduleText() {
  const { t } = useMessages(messages)
  const { t: say } = useMessages(scheduleMessages)
  return (schedule: string): string => {
    if (schedule === '') return t('onDemand')
    if (faultOfSchedule(schedule) !== null) return schedule
    return describeSchedule(schedule, languageNow(), (key, values) => say(`cron.${key}`, values))
  }
}
