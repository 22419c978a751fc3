import { expect } from 'chai'
import {
  type ListedBlackout,
  asNew,
  changed,
  nextStretches,
  rowsOf,
  whenOf,
} from '../../../../../desktop/console/features/blackouts/blackout.ts'
import { dayNames } from '../../../../../desktop/console/ui/schedule/days.ts'
import { setAt } from '../../../../../desktop/console/features/blackouts/set-at.ts'
import { type Api, ApiProblem } from '../../../../../desktop/console/client/api.ts'
import { blackoutValues, timesOf } from '../../../../../desktop/console/features/blackouts/blackout-values.ts'
import { targetParams, permissionAt, ruleOf } from '../../../../../desktop/console/features/policies/policy-target.ts'

const once = { days: null, from: null, to: null, starts_at: '2026-12-20T00:00:00.000Z', ends_at: '2027-01-04T00:00:00.000Z' } // prettier-ignore
const office = {
  days: ['mon', 'tue', 'wed', 'thu', 'fri'] as const,
  from: '08:00',
  to: '18:00',
  starts_at: null,
  ends_at: null,
}
const weekly = { ...office, days: [...office.days] }
const iso = (stretches: { begin: Date; end: Date }[]) =>
  stretches.map(({ begin, end }) => `${begin.toISOString().slice(0, 16)} ${end.toISOString().slice(0, 16)}`)

describe('the next periods of a blackout', () => {
  it('follow its weekdays on the service’s clock, including a current one', () => {
    const friday = new Date('2026-11-20T09:00:00Z')

    expect(iso(nextStretches(weekly, friday, 'Europe/Brussels', 2))).to.deep.equal([
      '2026-11-20T07:00 2026-11-20T17:00',
      '2026-11-23T07:00 2026-11-23T17:00',
    ])
  })

  it('end on the next day if the end is not after the start, also while active', () => {
    const night = { ...weekly, from: '22:00', to: '06:00' }

    expect(iso(nextStretches(night, new Date('2026-11-21T03:00:00Z'), 'UTC', 2))).to.deep.equal([
      '2026-11-20T22:00 2026-11-21T06:00',
      '2026-11-23T22:00 2026-11-24T06:00',
    ])
  })

  it('contain a one-time blackout once', () => {
    expect(nextStretches(once, new Date('2026-12-24T00:00:00Z'), 'UTC')).to.have.lengthOf(1)
    expect(nextStretches(once, new Date('2027-01-04T00:00:00Z'), 'UTC')).to.deep.equal([])
  })
})

describe('the description of a blackout', () => {
  it('names groups of days, and marks periods that cross midnight', () => {
    expect(whenOf(weekly)).to.deep.equal({ kind: 'weekly', on: 'workdays', hours: 'hours' })
    expect(whenOf({ ...weekly, days: ['sun', 'sat'], from: '00:00', to: '00:00' })).to.deep.equal({ kind: 'weekly', on: 'weekend', hours: 'allDay' }) // prettier-ignore
    expect(whenOf({ ...weekly, days: ['wed'], from: '22:00', to: '06:00' })).to.include({ on: 'days', hours: 'overnight' }) // prettier-ignore
    expect(whenOf(once)).to.deep.equal({ kind: 'once' })
    expect(dayNames(['wed', 'mon'], 'en')).to.equal('Mon and Wed')
    expect(dayNames(['sun', 'mon', 'tue'], 'fr')).to.equal('lun., mar. et dim.')
  })
})

describe('the change of a blackout', () => {
  const of = (name: string) => ({ level: 'customer' as const, site: null, name, ...weekly })

  it('keeps the level’s other blackouts as they are at that time', () => {
    const now = [of('one'), of('two'), of('three')]
    const names = (list: { name: string }[] | null) => list?.map(({ name }) => name)

    expect(names(changed(now, { before: of('two'), after: asNew(of('second')) }))).to.deep.equal(['one', 'second', 'three']) // prettier-ignore
    expect(names(changed(now, { before: of('two'), after: null }))).to.deep.equal(['one', 'three'])
    expect(names(changed(now, { before: null, after: asNew(of('four')) }))).to.deep.equal(['one', 'two', 'three', 'four']) // prettier-ignore
  })

  it('is not applied to one that another user has changed meanwhile', () => {
    expect(changed([of('one')], { before: of('two'), after: null })).to.equal(null)
  })

  it('is merged with what another user saved at the same time', async () => {
    const level = { blackouts: [of('one')], digest: 'first' }
    const written: unknown[] = []
    const api = {
      GET: () => Promise.resolve({ data: { ...level } }),
      PUT: (_path: string, { body }: { body: { in_place_of: string } }) => {
        written.push(body)
        if (written.length === 1) Object.assign(level, { blackouts: [of('one'), of('theirs')], digest: 'second' })
        const refusal = {
          type: 'about:blank',
          title: '',
          status: 409,
          code: 'changed_meanwhile' as const,
          request_id: '',
        }
        return body.in_place_of === level.digest ? Promise.resolve({}) : Promise.reject(new ApiProblem(refusal))
      },
    } as unknown as Api
    const target = { level: 'customer' as const, tenant: 'a', site: null, device: null }

    await setAt(api, target, { before: null, after: asNew(of('ours')) }, 'gone')

    expect(written).to.deep.equal([
      { blackouts: ['one', 'ours'].map((name) => asNew(of(name))), in_place_of: 'first' },
      { blackouts: ['one', 'theirs', 'ours'].map((name) => asNew(of(name))), in_place_of: 'second' },
    ])
  })

  it('sends the times of the form', () => {
    expect(timesOf(blackoutValues({ ...of('one') }))).to.deep.equal(weekly)
    expect(timesOf(blackoutValues({ ...of('one'), ...once }))).to.deep.equal(once)
    expect(timesOf({ ...blackoutValues(), kind: 'once' })).to.equal(null)
    expect(timesOf({ ...blackoutValues(), days: [] })).to.equal(null)
  })

  it('applies at the level where it is listed', () => {
    const listed = (level: ListedBlackout['level'], fields: Partial<ListedBlackout>): ListedBlackout => ({ ...of('x'), level, tenant_id: null, device_id: null, device: null, holds_until: null, ...fields }) // prettier-ignore
    const rows = rowsOf([
      listed('platform', {}),
      listed('customer', { tenant_id: 'a' }),
      listed('customer', { tenant_id: 'a', name: 'y' }),
      listed('device', { tenant_id: 'a', device_id: 'd', device: 'core-1' }),
    ])

    expect(rows.map(({ target, name }) => `${target.level} ${name}`)).to.deep.equal([
      'platform x',
      'customer x',
      'customer y',
      'device x',
    ])
    expect(new Set(rows.map(({ id }) => id)).size).to.equal(4)
    expect(rows[3]?.target.device).to.deep.equal({ id: 'd', name: 'core-1' })
  })
})

describe('a policy level', () => {
  it('requires the permission of the API', () => {
    expect(permissionAt('retention', 'platform')).to.equal('tenant:manage')
    expect(permissionAt('retention', 'device')).to.equal('retention:write')
    expect(permissionAt('restore', 'customer')).to.equal('tenant:manage')
    expect(permissionAt('restore', 'device')).to.equal('device:write')
  })

  it('names its customer and device, except for the platform', () => {
    expect(targetParams({ level: 'platform' }).query).to.deep.equal({})
    expect(targetParams({ level: 'device', tenant: 't', device: 'd' })).to.deep.equal({
      path: { level: 'device' },
      query: { tenant: 't', device_id: 'd' },
    })
  })

  it('inherits the values that its form leaves empty', () => {
    expect(ruleOf({ keepDays: '', keepLast: 5 })).to.deep.equal({ keep_days: null, keep_last: 5 })
  })
})
