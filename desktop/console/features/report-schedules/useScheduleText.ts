import { languageNow, regions } from '../../language/i18n.ts'
import { useMessages } from '../../language/useMessages.ts'
import { dayName } from '../../ui/schedule/days.ts'
import type { ReportSchedule } from './schedule-values.ts'
import { messages } from './messages.ts'

/** Returns when a schedule sends, and how a period is written. */
export function useScheduleText() {
  const { t } = useMessages(messages)

  /** `Monday at 07:00, Europe/Paris` */
  function whenOf({ period, time, time_zone: zone, weekday, day_of_month: day }: ReportSchedule): string {
    if (period === 'weekly')
      return t('when.weekly', { day: dayName(weekday ?? 'mon', languageNow(), 'long'), time, zone })
    return period === 'monthly' ? t('when.monthly', { day: day ?? 1, time, zone }) : t('when.daily', { time, zone })
  }

  /** `16–22 Nov 2026` */
  function periodOf({ from, to }: { from: string; to: string }): string {
    const format = new Intl.DateTimeFormat(regions[languageNow()], { dateStyle: 'medium', timeZone: 'UTC' })
    return format.formatRange(new Date(from), new Date(to))
  }

  return { whenOf, periodOf }
}
