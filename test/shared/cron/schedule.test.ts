import { expect } from 'chai'
import {
  countOccurrences,
  faultOfSchedule,
  longestGapMs,
  nextOccurrence,
  shortestGapMs,
} from '../../../shared/cron/cron-schedule.ts'

/** The next occurrences, as instants. */
function runs(schedule: string, from: string, timeZone: string, count: number): string[] {
  const found: string[] = []
  let at: Date | null = new Date(from)
  while (found.length < count && (at = nextOccurrence(schedule, at, timeZone))) found.push(at.toISOString())
  return found
}

describe('a schedule', () => {
  for (const good of [
    '0 2 * * *',
    '*/15 * * * *',
    '30 1-5 * * mon-fri',
    '0 0 1 jan,jul *',
    '5,35 */2 1-10/3 * 0',
    '0 0 29 2 *',
  ]) {
    it(`accepts ${good}`, () => {
      expect(faultOfSchedule(good)).to.equal(null)
    })
  }
  for (const [bad, code] of [
    ['', 'cron_field_count'],
    ['* * * *', 'cron_field_count'],
    ['* * * * * *', 'cron_field_count'],
    ['60 * * * *', 'cron_field_invalid'],
    ['0 24 * * *', 'cron_field_invalid'],
    ['@daily', 'cron_field_count'],
    ['0 0 L * *', 'cron_name_unknown'],
    ['0 0 * * 5#2', 'cron_field_invalid'],
    ['0 0 ? * *', 'cron_field_invalid'],
    ['a b c d e', 'cron_name_unknown'],
    ['0 0 30 2 *', 'cron_never'],
    ['5/10 * * * *', 'cron_field_invalid'],
    ['0 0 15W * *', 'cron_name_unknown'],
  ] as const) {
    it(`rejects '${bad}' as ${code}`, () => {
      expect(faultOfSchedule(bad)?.code).to.equal(code)
    })
  }

  it('runs a fixed hour once in the night when clocks go back', () => {
    expect(runs('30 2 * * *', '2026-10-24T12:00:00Z', 'Europe/Paris', 2)).to.deep.equal([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ])
  })

  it('runs each hour of a fixed range once in the night when clocks go back', () => {
    expect(runs('30 1-3 * * *', '2026-10-24T12:00:00Z', 'Europe/Paris', 4)).to.deep.equal([
      '2026-10-24T23:30:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T02:30:00.000Z',
      '2026-10-26T00:30:00.000Z',
    ])
  })

  it('runs a skipped time at the end of the gap', () => {
    expect(runs('30 2 * * *', '2026-03-28T12:00:00Z', 'Europe/Paris', 2)).to.deep.equal([
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ])
    expect(runs('30 1,2 * * *', '2026-03-28T12:00:00Z', 'Europe/Paris', 3)).to.deep.equal([
      '2026-03-29T00:30:00.000Z',
      '2026-03-29T01:00:00.000Z',
      '2026-03-29T23:30:00.000Z',
    ])
    expect(runs('15 2 * * *', '2026-03-07T12:00:00Z', 'America/New_York', 2)).to.deep.equal([
      '2026-03-08T07:00:00.000Z',
      '2026-03-09T06:15:00.000Z',
    ])
  })

  it('is correct south of the equator, and with half-hour clock changes', () => {
    expect(runs('30 0 * * *', '2026-09-05T12:00:00Z', 'America/Santiago', 2)).to.deep.equal([
      '2026-09-06T04:00:00.000Z', // midnight to one does not exist there: at the gap's end
      '2026-09-07T03:30:00.000Z',
    ])
    expect(runs('15 2 * * *', '2026-10-02T12:00:00Z', 'Australia/Lord_Howe', 3)).to.deep.equal([
      '2026-10-02T15:45:00.000Z',
      '2026-10-03T15:30:00.000Z', // two to half past two does not exist
      '2026-10-04T15:15:00.000Z',
    ])
    expect(runs('45 1 * * *', '2026-04-03T12:00:00Z', 'Australia/Lord_Howe', 3)).to.deep.equal([
      '2026-04-03T14:45:00.000Z',
      '2026-04-04T14:45:00.000Z', // half past one to two comes twice
      '2026-04-05T15:15:00.000Z',
    ])
    expect(runs('*/15 * * * *', '2026-04-04T14:30:00Z', 'Australia/Lord_Howe', 3)).to.deep.equal([
      '2026-04-04T14:45:00.000Z',
      '2026-04-04T15:00:00.000Z',
      '2026-04-04T15:15:00.000Z',
    ])
  })

  it('waits for leap days and long months', () => {
    expect(runs('0 0 29 2 *', '2026-01-01T00:00:00Z', 'UTC', 2)).to.deep.equal([
      '2028-02-29T00:00:00.000Z',
      '2032-02-29T00:00:00.000Z',
    ])
    expect(runs('0 12 31 * *', '2026-01-31T12:00:00Z', 'UTC', 3)).to.deep.equal([
      '2026-03-31T12:00:00.000Z',
      '2026-05-31T12:00:00.000Z',
      '2026-07-31T12:00:00.000Z',
    ])
    expect(runs('59 23 28-31 2 *', '2028-02-28T00:00:00Z', 'UTC', 3)).to.deep.equal([
      '2028-02-28T23:59:00.000Z',
      '2028-02-29T23:59:00.000Z',
      '2029-02-28T23:59:00.000Z',
    ])
  })

  it('counts the same occurrences as enumeration', () => {
    const begin = '2026-03-20T00:00:00Z'
    for (const timeZone of ['UTC', 'Europe/Paris', 'America/Santiago', 'Australia/Lord_Howe', 'America/Nuuk']) {
      for (const schedule of ['30 2 * * *', '15,45 */2 * * mon-fri', '59 23 * * sat', '*/40 0-3 * * *']) {
        const all = runs(schedule, begin, timeZone, 200).map((at) => new Date(at))
        for (const [from, until] of [
          [all[0], new Date('2026-03-31T11:11:11Z')],
          [all[3], all.at(-1)],
          [new Date('2026-03-28T22:10:00Z'), new Date('2026-03-29T01:00:00Z')],
        ] as [Date, Date][]) {
          const walked = all.filter((at) => at >= from && at < until).length
          expect(countOccurrences(schedule, from, until, timeZone), `${schedule} ${timeZone}`).to.equal(walked)
        }
      }
    }
  })

  it('counts a year of minutes without enumerating them', () => {
    const [from, until] = [new Date('2026-01-01T00:00:00Z'), new Date('2027-01-01T00:00:00Z')]
    expect(countOccurrences('* * * * *', from, until, 'Europe/Paris')).to.equal(525_600)
  })

  for (const { schedule, minutes } of [
    { schedule: '* * * * *', minutes: 1 },
    { schedule: '0 2,3 * * *', minutes: 60 },
    { schedule: '50 23,0 * * *', minutes: 60 },
    { schedule: '5,7-20/5 3 * * *', minutes: 2 },
    { schedule: '0 2 * * mon', minutes: 24 * 60 },
  ]) {
    it(`has the shortest gap of ${schedule}`, () => {
      expect(shortestGapMs(schedule)).to.equal(minutes * 60_000)
    })
  }

  it('runs wildcard hours by elapsed time across clock changes', () => {
    expect(runs('*/30 * * * *', '2026-10-25T00:20:00Z', 'Europe/Paris', 4)).to.deep.equal([
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:00:00.000Z',
      '2026-10-25T01:30:00.000Z',
      '2026-10-25T02:00:00.000Z',
    ])
    expect(runs('0 * * * *', '2026-03-29T00:30:00Z', 'Europe/Paris', 2)).to.deep.equal([
      '2026-03-29T01:00:00.000Z',
      '2026-03-29T02:00:00.000Z',
    ])
  })

  it('never repeats an instant in a year, and always advances', () => {
    for (const schedule of ['30 2 * * *', '0 2,3 * * *', '59 1-4 * * *', '*/7 * * * *']) {
      const all = runs(schedule, '2026-01-01T00:00:00Z', 'America/New_York', 500)
      expect(all).to.deep.equal([...new Set(all)].sort())
    }
  })

  for (const { schedule, hours, what } of [
    { schedule: '0 2 * * mon-fri', hours: 72, what: 'a working week' },
    { schedule: '*/5 8-18 * * mon-fri', hours: 61 + 5 / 60, what: 'working hours, over the weekend' },
    { schedule: '0 2 * * *', hours: 24, what: 'each night, also when the clock changes' },
    { schedule: '0 */6 * * *', hours: 6, what: 'each quarter of a day' },
    { schedule: '0 6,8,20 * * *', hours: 12, what: 'three times a day' },
    { schedule: '* 0-23 * * *', hours: 1 / 60, what: 'each minute' },
    { schedule: '0 4 1 * *', hours: 31 * 24, what: 'each month' },
  ]) {
    it(`has the longest gap of ${what}`, () => {
      for (const from of ['2026-10-23T12:00:00Z', '2026-11-20T18:55:00Z', '2026-11-21T02:00:00Z']) {
        expect(longestGapMs(schedule, new Date(from), 'Europe/Paris')).to.equal(hours * 3_600_000)
      }
    })
  }

  it('finds the next occurrence from any time around a clock change', () => {
    for (const [from, timeZone] of [
      ['2026-10-24T21:00:00Z', 'Europe/Paris'],
      ['2026-03-28T22:00:00Z', 'Europe/Paris'],
      ['2026-11-01T02:00:00Z', 'America/New_York'],
      ['2026-03-08T03:00:00Z', 'America/New_York'],
    ] as const) {
      const all = runs('*/20 0-23 * * *', from, timeZone, 40)
      const begin = new Date(from).getTime()

      for (let minute = 0; minute < 8 * 60; minute += 7) {
        const at = new Date(begin + minute * 60_000)
        const next = nextOccurrence('*/20 0-23 * * *', at, timeZone)?.toISOString()
        expect(next).to.equal(all.find((run) => run > at.toISOString()))
      }
    }
  })
})
