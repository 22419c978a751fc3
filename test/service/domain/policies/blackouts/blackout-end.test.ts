import { expect } from 'chai'
import { type BlackoutTimes, findBlackoutEnd } from '../../../../../service/domain/policies/blackouts/blackout-end.ts'
import { createCalendar } from '../../../../../shared/cron/calendar.ts'

const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

describe('a blackout', () => {
  const weekly = (fromTime: string, toTime: string, days = week): BlackoutTimes => {
    return { days, fromTime, toTime, startsAt: null, endsAt: null }
  }
  const once = (startsAt: string, endsAt: string): BlackoutTimes => {
    return { days: null, fromTime: null, toTime: null, startsAt: new Date(startsAt), endsAt: new Date(endsAt) }
  }
  const ends = (blackouts: BlackoutTimes[], at: string, timeZone = 'UTC') =>
    findBlackoutEnd(blackouts, new Date(at), createCalendar(timeZone))?.until.toISOString() ?? null

  it('is active from its start until before its end, on its days', () => {
    const office = [weekly('08:00', '18:00', ['mon', 'tue'])] // 2026-11-23 is a Monday

    expect(ends(office, '2026-11-23T07:59:59Z')).to.equal(null)
    expect(ends(office, '2026-11-23T08:00:00Z')).to.equal('2026-11-23T18:00:00.000Z')
    expect(ends(office, '2026-11-23T17:59:59Z')).to.equal('2026-11-23T18:00:00.000Z')
    expect(ends(office, '2026-11-23T18:00:00Z')).to.equal(null)
    expect(ends(office, '2026-11-25T12:00:00Z')).to.equal(null)
  })

  it('that starts in the evening ends the next morning, even on an unlisted day', () => {
    const night = [weekly('22:00', '06:00', ['mon'])]

    expect(ends(night, '2026-11-23T23:00:00Z')).to.equal('2026-11-24T06:00:00.000Z')
    expect(ends(night, '2026-11-24T05:59:00Z')).to.equal('2026-11-24T06:00:00.000Z')
    expect(ends(night, '2026-11-23T05:00:00Z')).to.equal(null)
  })

  it('is a whole day from midnight to midnight', () => {
    expect(ends([weekly('00:00', '00:00', ['sat'])], '2026-11-21T23:59:00Z')).to.equal('2026-11-22T00:00:00.000Z')
    expect(ends([weekly('00:00', '00:00', ['sat'])], '2026-11-22T00:00:00Z')).to.equal(null)
  })

  it('ends by local time across clock changes', () => {
    const night = [weekly('22:00', '06:00')]

    expect(ends(night, '2026-03-28T23:00:00Z', 'Europe/Paris')).to.equal('2026-03-29T04:00:00.000Z') // an hour less
    expect(ends(night, '2026-10-25T04:30:00Z', 'Europe/Paris')).to.equal('2026-10-25T05:00:00.000Z') // an hour more
    expect(ends([weekly('01:00', '02:30')], '2026-03-29T00:30:00Z', 'Europe/Paris')).to.equal(
      '2026-03-29T01:00:00.000Z',
    )
  })

  it('is joined with adjacent and overlapping ones', () => {
    const all = [
      weekly('08:00', '12:00'),
      weekly('12:00', '18:00'),
      once('2026-11-23T17:00:00Z', '2026-11-24T09:00:00Z'),
    ]

    expect(ends(all, '2026-11-23T09:00:00Z')).to.equal('2026-11-24T18:00:00.000Z')
  })

  it('is active for a month at most if blackouts cover all time', () => {
    expect(ends([weekly('00:00', '00:00')], '2026-11-01T00:00:00Z')).to.equal('2026-12-02T00:00:00.000Z')
  })
})
