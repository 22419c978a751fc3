import { expect } from 'chai'
import {
  type TimelineRow,
  barAfter,
  layOut,
  placeOf,
} from '../../../../../desktop/console/features/runs/night-layout.ts'
import { dayAfter, periodOf } from '../../../../../desktop/console/features/runs/night.ts'

const period = { since: new Date('2026-11-20T20:00:00Z'), until: new Date('2026-11-21T08:00:00Z') }
const now = new Date('2026-11-21T00:00:00Z')

function rowOf(attempts: { id: string; attempt: number; hours: [number, number | null] }[]): TimelineRow {
  const at = (hour: number) => new Date(period.since.getTime() + hour * 3_600_000).toISOString()
  const bars = attempts.map(({ id, attempt, hours: [start, end] }): TimelineRow['bars'][number] => ({
    ...{ runs: 1, statuses: ['failed'], starts_at: at(start), ends_at: end === null ? null : at(end) },
    run: {
      ...{ run_id: id, tenant_id: 't', device_id: 'd', device: 'edge-1', kind: 'backup', attempt, error_code: null },
      waits_since: at(start - 1),
    },
  }))
  return { kind: 'agent', agent_id: 'a', agent: 'a', tenant_id: 't', runs: bars.length, merged: false, bars }
}

describe('the picture of a night', () => {
  it('ends on the next day unless its end is later than its begin', () => {
    const hoursOf = (from: string, to: string) => {
      const found = periodOf({ day: '2026-11-20', from, to })
      return found && (found.until.getTime() - found.since.getTime()) / 3_600_000
    }

    expect([hoursOf('20:00', '08:00'), hoursOf('01:00', '05:00'), hoursOf('08:00', '08:00')]).to.deep.equal([12, 4, 24])
    expect(hoursOf('25:00', '08:00')).to.equal(undefined)
    expect(dayAfter('2026-12-31', 1)).to.equal('2027-01-01')
  })

  it('finds a bar again after another reading, also if it has ended or others begin before it', () => {
    const rowsOf = (...attempts: Parameters<typeof rowOf>[0]) => layOut([rowOf(attempts)], period, now)[0]!.bars
    const [bar] = rowsOf({ id: 'one', attempt: 2, hours: [2, null] })
    const mergedOf = (startsAt: string) => {
      const row: TimelineRow = { ...rowOf([]), merged: true, bars: [{ runs: 9, statuses: ['failed'], starts_at: startsAt, ends_at: startsAt, run: null }] } // prettier-ignore
      return layOut([row], period, now)[0]!.bars
    }
    const [merged] = mergedOf('2026-11-21T01:00:00Z')

    const later = rowsOf({ id: 'one', attempt: 1, hours: [1, 1.5] }, { id: 'one', attempt: 2, hours: [2, 3] })
    expect(placeOf(later, bar!)).to.equal(1)
    expect(placeOf(rowsOf({ id: 'two', attempt: 2, hours: [2, null] }), bar!)).to.equal(undefined)
    expect(placeOf(mergedOf('2026-11-21T01:00:00Z'), merged!)).to.equal(0)
    expect(placeOf(mergedOf('2026-11-21T02:00:00Z'), merged!)).to.equal(undefined)
  })

  it('has lanes for attempts at the same time, and leads from a retry to the attempt before it', () => {
    const attempts = [
      { id: 'one', attempt: 1, hours: [-1, 1] as [number, number] },
      { id: 'two', attempt: 1, hours: [0.5, 3] as [number, number] },
      { id: 'one', attempt: 2, hours: [2, null] as [number, null] },
    ]
    const [row] = layOut([rowOf(attempts)], period, now)
    const [first, second, retry] = row!.bars

    expect(row!.bars.map(({ lane }) => lane)).to.deep.equal([0, 1, 0])
    expect(first).to.include({ from: period.since.getTime(), waitsFrom: period.since.getTime() })
    expect(retry).to.include({ to: now.getTime(), isOpen: true, previous: first })
    expect(second?.previous).to.equal(undefined)
  })

  it('is walked by the arrow keys, to the nearest bar of the next row', () => {
    const one = rowOf([1, 2].map((hour) => ({ id: `a${hour}`, attempt: 1, hours: [hour, hour + 1] })))
    const other = rowOf([1, 2, 3].map((hour) => ({ id: `b${hour}`, attempt: 1, hours: [hour, hour + 1] })))
    const bars = layOut([one, other], period, now).flatMap((row) => row.bars)
    const after = (at: number) =>
      ['ArrowRight', 'ArrowDown', 'ArrowUp', 'End', 'x'].map((key) => barAfter(bars, at, key))

    expect(after(1)).to.deep.equal([2, 3, 1, 4, undefined])
    expect(after(4)).to.deep.equal([4, 4, 1, 4, undefined])
  })
})
