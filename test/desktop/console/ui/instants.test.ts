import { expect } from 'chai'
import { duration, localTime, relativeTime, took, utcTime, zoneName } from '../../../../desktop/console/ui/instants.ts'

const at = new Date('2026-03-29T00:59:30Z')

describe('a timestamp', () => {
  it('is shown in the user’s time zone with its name', () => {
    expect(localTime(at, 'en', 'full', 'Europe/Brussels')).to.equal('29 Mar 2026, 01:59:30 CET')
    expect(localTime(at, 'en', 'short', 'America/New_York')).to.equal('28 Mar 2026, 20:59')
    expect(localTime(at, 'fr', 'full', 'Europe/Brussels')).to.match(/^29 mars 2026[,à ]+01:59:30 UTC\+1$/)
    expect(utcTime(at)).to.equal('2026-03-29 00:59:30')
  })

  it('has a time zone name that is the same throughout a page', () => {
    expect(zoneName(at, 'en', 'Europe/Brussels')).to.equal('CET')
    expect(zoneName(new Date(at.getTime() + 60_000), 'fr', 'Europe/Brussels')).to.equal('UTC+2')
  })

  it('is shown as elapsed or remaining time', () => {
    const later = (seconds: number) => new Date(at.getTime() + seconds * 1000)

    expect(relativeTime(at, later(30), 'en')).to.equal('now')
    expect(relativeTime(at, later(119), 'en')).to.equal('1 min ago')
    expect(relativeTime(at, later(86_400 * 3), 'fr')).to.match(/^il y a 3\sj$/)
    expect(relativeTime(later(7_200), at, 'en')).to.equal('in 2 hr')
  })
})

describe('a duration', () => {
  it('below a second is shown in milliseconds', () => {
    expect([0, 7, 940].map((ms) => duration(ms, 'en'))).to.deep.equal(['0 ms', '7 ms', '940 ms'])
    expect(duration(940, 'fr')).to.match(/^940\sms$/)
  })

  it('is shown in its two largest units', () => {
    expect([1_240, 59_000, 80_000, 7_260_000].map((ms) => duration(ms, 'en'))).to.deep.equal([
      '1.2 secs',
      '59 secs',
      '1 min 20 secs',
      '2 hrs 1 min',
    ])
  })

  for (const [started_at, finished_at, said] of [
    ['2026-03-01T08:00:00Z', '2026-03-01T08:01:20Z', '1 min 20 secs'],
    ['2026-03-01T08:00:00Z', '2026-03-01T07:59:59Z', '0 ms'],
    ['2026-03-01T08:00:00Z', null, ''],
    [null, '2026-03-01T08:00:00Z', ''],
    [null, null, ''],
  ] as const) {
    it(`from ${started_at} to ${finished_at} is '${said}'`, () => {
      expect(took({ started_at, finished_at }, 'en')).to.equal(said)
    })
  }
})
