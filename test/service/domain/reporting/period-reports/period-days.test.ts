import { expect } from 'chai'
import { lastEndedPeriod, mayBeFrozen } from '../../../../../service/domain/reporting/period-reports/period-days.ts'
import { dayOf, endOf } from '../../../../../service/domain/reporting/daily-report/report-day.ts'

describe('the last ended period', () => {
  const edges = { 'Pacific/Kiritimati': '2026-11-30T10:00:00.000Z', 'Pacific/Honolulu': '2026-12-01T10:00:00.000Z' }

  for (const [zone, midnight] of Object.entries(edges)) {
    it(`changes at midnight in ${zone}`, () => {
      const after = new Date(midnight)
      const before = new Date(after.getTime() - 1)

      expect(endOf('2026-11-30', zone).toISOString()).to.equal(midnight)
      expect([dayOf(before, zone), dayOf(after, zone)]).to.deep.equal(['2026-11-30', '2026-12-01'])
      expect(lastEndedPeriod('daily', before, zone)).to.deep.equal({ from: '2026-11-29', to: '2026-11-29' })
      expect(lastEndedPeriod('daily', after, zone)).to.deep.equal({ from: '2026-11-30', to: '2026-11-30' })
      expect(lastEndedPeriod('monthly', before, zone)).to.deep.equal({ from: '2026-10-01', to: '2026-10-31' })
      expect(lastEndedPeriod('monthly', after, zone)).to.deep.equal({ from: '2026-11-01', to: '2026-11-30' })
      expect(lastEndedPeriod('weekly', before, zone)).to.deep.equal({ from: '2026-11-23', to: '2026-11-29' })
      expect(mayBeFrozen('2026-11-30', new Date(after.getTime() + 64 * 60_000), zone)).to.equal(true)
      expect(mayBeFrozen('2026-11-30', new Date(after.getTime() + 65 * 60_000), zone)).to.equal(false)
    })
  }
})
