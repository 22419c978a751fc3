import { expect } from 'chai'
import { i18n } from '../../../../desktop/console/language/i18n.ts'
import { useMessages } from '../../../../desktop/console/language/useMessages.ts'
import { nextOccurrences } from '../../../../desktop/console/ui/schedule/next-occurrences.ts'
import { scheduleFault } from '../../../../desktop/console/ui/schedule/schedule-fault.ts'
import { describeSchedule } from '../../../../desktop/console/ui/schedule/describe-schedule.ts'
import { messages } from '../../../../desktop/console/ui/schedule/messages.ts'

const { t } = useMessages(messages)

function inWords(schedule: string, language: 'en' | 'fr' = 'en'): string {
  i18n.global.locale.value = language
  return describeSchedule(schedule, language, (key, values) => t(`cron.${key}`, values))
}

describe('a schedule in the console', () => {
  after(() => (i18n.global.locale.value = 'en'))

  for (const [schedule, english, french] of [
    ['0 2 * * *', 'At 02:00, every day', 'À 02:00, chaque jour'],
    ['30 1,13 * * 1-5', 'At 01:30 and 13:30, on working days', 'À 01:30 et 13:30, les jours ouvrés'],
    ['*/15 * * * *', 'Every 15 minutes', 'Toutes les 15 minutes'],
    ['* * * * *', 'Every minute', 'Chaque minute'],
    ['5 * * * *', 'Every hour at :05', 'Chaque heure à :05'],
    ['10 */6 * * *', 'Every 6 hours at :10', 'Toutes les 6 heures à :10'],
    ['0 3 * * sun,sat', 'At 03:00, on Saturday and Sunday', 'À 03:00, le samedi et dimanche'],
    ['0 3 * * 0-6', 'At 03:00, every day', 'À 03:00, chaque jour'],
    ['0 4 1,15 * *', 'At 04:00, on days 1 and 15 of the month', 'À 04:00, les jours 1 et 15 du mois'],
    ['0 4 1 1 *', 'At 04:00, on day 1 of the month, in January', 'À 04:00, le 1 du mois, en janvier'],
    ['0 4 1 * mon', 'At 04:00, on day 1 of the month or on Monday', 'À 04:00, le 1 du mois ou le lundi'],
    ['*/10 8-17 * * *', '60 times a day, every day', '60 fois par jour, chaque jour'],
  ] as const) {
    it(`describes ${schedule} in words`, () => {
      expect(inWords(schedule)).to.equal(english)
      expect(inWords(schedule, 'fr')).to.equal(french)
    })
  }

  it('lists the next five occurrences in the service’s time zone, also across a clock change', () => {
    const found = nextOccurrences('30 2 * * *', new Date('2026-03-27T12:00:00Z'), 'Europe/Brussels')

    expect(found.map((at) => at.toISOString())).to.deep.equal([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:00:00.000Z', // 2:30 is not there: the gap's end
      '2026-03-30T00:30:00.000Z',
      '2026-03-31T00:30:00.000Z',
      '2026-04-01T00:30:00.000Z',
    ])
  })

  for (const [schedule, fault] of [
    ['0 2 * *', { kind: 'count', count: 4 }],
    ['61 2 * * *', { kind: 'minute', text: '61' }],
    ['0 two * * *', { kind: 'hour', text: 'two' }],
    ['0 2 L * *', { kind: 'day', text: 'L' }],
    ['0 2 * 13 *', { kind: 'month', text: '13' }],
    ['0 2 * * mon#1', { kind: 'weekday', text: 'mon#1' }],
    ['0 2 30 2 *', { kind: 'never' }],
    ['0 2 * * *', undefined],
  ] as const) {
    it(`${fault ? 'reports an' : 'finds no'} error in ${schedule}`, () => {
      expect(scheduleFault(schedule)).to.deep.equal(fault)
    })
  }
})
