import { expect } from 'chai'
import { createCalendar } from '../../../shared/cron/calendar.ts'
import { nextOccurrence } from '../../../shared/cron/cron-schedule.ts'

const at = (text: string) => new Date(text).getTime()

describe('a schedule calendar', () => {
  it('finds the latest past occurrence, however long ago the first was', () => {
    const calendar = createCalendar('Europe/Paris')

    expect(calendar.latest('30 2 * * *', at('2025-01-01T01:30:00Z'), at('2026-03-29T00:59:59Z'))).to.equal(
      at('2026-03-28T01:30:00Z'),
    )
    expect(calendar.latest('30 2 * * *', at('2025-01-01T01:30:00Z'), at('2026-03-29T01:00:00Z'))).to.equal(
      at('2026-03-29T01:00:00Z'),
    )
    expect(calendar.latest('0 0 29 2 *', at('2024-02-28T23:00:00Z'), at('2026-01-01T00:00:00Z'))).to.equal(
      at('2024-02-28T23:00:00Z'),
    )
    expect(calendar.latest('* * * * *', at('2025-01-01T00:00:00Z'), at('2026-01-01T00:00:59Z'))).to.equal(
      at('2026-01-01T00:00:00Z'),
    )
  })

  it('returns the first if no later one is past', () => {
    const calendar = createCalendar('UTC')

    expect(calendar.latest('0 * * * *', at('2026-01-01T00:00:00Z'), at('2026-01-01T00:59:59Z'))).to.equal(
      at('2026-01-01T00:00:00Z'),
    )
    expect(calendar.latest('0 * * * *', at('2026-01-01T00:00:00Z'), at('2025-12-31T23:50:00Z'))).to.equal(
      at('2026-01-01T00:00:00Z'),
    )
  })

  it('returns the same as the schedule, also when asked again', () => {
    const calendar = createCalendar('America/New_York')
    const from = new Date('2026-03-08T06:50:00Z')
    const expected = nextOccurrence('30 2 * * *', from, 'America/New_York')?.getTime()

    expect([1, 2].map(() => calendar.next('30 2 * * *', from.getTime()))).to.deep.equal([expected, expected])
    expect(
      [1, 2].map(() => calendar.count('0 * * * *', at('2026-03-08T00:00:00Z'), at('2026-03-09T00:00:00Z'))),
    ).to.deep.equal([24, 24])
  })
})
