import { expect } from 'chai'
import type { BlackoutTimes } from '../../../../../service/domain/policies/blackouts/blackout-end.ts'
import { planWeek } from '../../../../../service/domain/policies/blackouts/plan-week.ts'

describe('the planned week', () => {
  const now = new Date('2026-10-20T10:20:00Z')

  it('has 168 hours from the current one, also across a clock change', async () => {
    const { hours } = await planWeek([{ schedule: '30 2 * * *', devices: 5, blackouts: [] }], now, 'Europe/Brussels')

    expect([hours.length, hours[0]!.at.toISOString()]).to.deep.equal([168, '2026-10-20T10:00:00.000Z'])
    const starts = hours.filter((hour) => hour.starts > 0).map(({ at }) => at.toISOString().slice(5, 13))
    // summer time ends on 25 October
    expect(starts).to.deep.equal(['10-21T00', '10-22T00', '10-23T00', '10-24T00', '10-25T00', '10-26T01', '10-27T01'])
  })

  it('omits the schedules of the fewest devices if there are too many', async () => {
    const many = Array.from({ length: 60 }, (_, minute) => {
      return { schedule: `${minute},${(minute + 30) % 60} * * * *`, devices: 1, blackouts: [] }
    })
    const { devices, omitted, hours } = await planWeek([...many, { schedule: '* * * * *', devices: 90, blackouts: [] }], now, 'UTC') // prettier-ignore

    expect(devices).to.equal(150)
    expect(omitted).to.be.within(1, 60)
    expect(hours[0]!.starts).to.be.at.least(90 * 60)
  })

  it('has the starts that a blackout already delays, at its end', async () => {
    const blackouts = [aBlackout('01:00', '06:00')]
    const { hours } = await planWeek([{ schedule: '0 2 * * *', devices: 7, blackouts }], now, 'UTC')
    const held = await planWeek([{ schedule: '0 2 * * *', devices: 7, blackouts }], new Date('2026-10-20T03:20:00Z'), 'UTC') // prettier-ignore

    const startsOf = (week: typeof hours) => week.flatMap(({ at, starts }) => (starts > 0 ? [`${at.toISOString().slice(8, 13)} ${starts}`] : [])) // prettier-ignore
    expect(startsOf(hours)[0]).to.equal('21T06 7')
    expect(startsOf(held.hours).slice(0, 2)).to.deep.equal(['20T06 7', '21T06 7'])
    expect(held.hours[0]!.delayed).to.equal(0)
  })
})

function aBlackout(fromTime: string, toTime: string): BlackoutTimes {
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
  return { days, fromTime, toTime, startsAt: null, endsAt: null }
}
