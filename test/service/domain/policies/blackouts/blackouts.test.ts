import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { alignSchedules } from '../../../../../service/domain/jobs/schedules/align-schedules.ts'
import { Device } from '../../../../../service/store/models/device.ts'
import { codedErrors } from '../../../../support/field-errors.ts'
import { jobSteps } from '../../../../support/job-steps.ts'
import {
  type Answer,
  type Client,
  type Customer,
  type TestService,
  must,
  startTestService,
} from '../../../../support/service.ts'
import { systemTransactions } from '../../../../support/system-transactions.ts'

const minute = 60_000
const hour = 60 * minute
const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const office = { name: 'office hours', days: everyDay, from: '08:00', to: '18:00' }

describe('blackouts', () => {
  let service: TestService
  let customer: Customer
  let operator: Client
  let admin: Client
  const { hasDevice, deviceOf, trigger, queueDueNow, asPlatform } = jobSteps(() => ({ service, customer, operator }))

  let written: string[] = []
  before(async () => {
    service = await startTestService({
      wrapStore: (store) => ({
        ...store,
        put: (...args) => {
          written.push(args[0])
          return store.put(...args)
        },
      }),
    })
    service.dependencies.settings.scheduleJitterMinutes = 0
  })
  beforeEach(async () => {
    const nothing = { enabled: false, nextRunAt: null, nextOccurrenceAt: null, heldUntil: null }
    await asPlatform((trx) => Device.query(trx).patch(nothing))
    await asPlatform((trx) => trx('blackouts').delete())
    service.advance(new Date('2026-11-21T08:50:00Z').getTime() - service.dependencies.now().getTime())
    customer = await service.hasTenant()
    operator = await customer.as('tenant_operator')
    admin = await customer.as('tenant_admin')
  })
  after(() => service.close())

  type Body = Answer['body']
  const set = async (level: string, blackouts: object[], client = admin): Promise<Body> =>
    must(await client.put(`/api/blackouts/${level}`, { blackouts }), 200)
  const effective = async (deviceId: string): Promise<Body> =>
    must(await operator.get(`/api/blackouts/effective?device_id=${deviceId}`), 200)
  const occurrencesOf = async (deviceId: string): Promise<Body> =>
    must(await operator.get(`/api/devices/${deviceId}/occurrences`), 200)
  const runsOf = async (deviceId: string): Promise<Body> =>
    must(await operator.get(`/api/runs?device_id=${deviceId}`), 200)
  const daily = { schedule: '0 9 * * *' }

  it('of one level that several users save at once are those of one user', async () => {
    const device = await hasDevice(daily)
    const platform = await service.as('platform_admin')
    const levels = { platform, customer: admin, [`device?device_id=${device.id}`]: admin }
    for (const [level, client] of Object.entries(levels)) {
      const requests = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [{ ...office, name }])
      const answers = await Promise.all(
        requests.map((blackouts) => client.put(`/api/blackouts/${level}`, { blackouts })),
      )

      expect(answers.map(({ status }) => status)).to.deep.equal(requests.map(() => 200))
      expect(must(await client.get(`/api/blackouts/${level}`), 200).blackouts).to.have.length(1)
    }
  })

  it('are not saved if they changed since they were read', async () => {
    const level = '/api/blackouts/customer'
    const nights = { ...office, name: 'nights' }
    const read = must(await admin.get(level), 200)
    const first = must(await admin.put(level, { blackouts: [office], in_place_of: read.digest }), 200)

    const late = await admin.put(level, { blackouts: [nights], in_place_of: read.digest })

    expect([late.status, late.body.code]).to.deep.equal([409, 'changed_meanwhile'])
    const standing = must(await admin.get(level), 200)
    expect(standing).to.deep.equal(first)
    expect(standing.blackouts.map(({ name }: Body) => name)).to.deep.equal(['office hours'])
    must(await admin.put(level, { blackouts: [office, nights], in_place_of: standing.digest }), 200)
  })

  it('of a tenant are stored at once, those of a device by the nightly check', async () => {
    const device = await hasDevice(daily)
    written = []
    await set(`device?device_id=${device.id}`, [office])
    must(await admin.put(`/api/retention/device?device_id=${device.id}`, { keep_last: 7 }), 200)
    const ofDevice = written.length
    await set('customer', [office])

    expect(ofDevice).to.equal(0)
    expect(written).to.have.length(1)
    expect(written[0]).to.match(/\/customer$/)
  })

  it('of all levels are paged, each once, in a stable order', async () => {
    const device = await hasDevice(daily)
    const platform = await service.as('platform_admin')
    const named = (...names: string[]) => names.map((name) => ({ ...office, name }))
    await set('platform', named('p1', 'p2'), platform)
    await set('customer', named('c1', 'c2'))
    await set('site?site=a', named('a1'))
    await set('site?site=b', named('b1'))
    await set(`device?device_id=${device.id}`, named('d1', 'd2'))
    const whole: { name: string }[] = must(await operator.get('/api/blackouts?limit=1000'), 200)

    for (const limit of [1, 3]) {
      const pages: { name: string }[] = []
      let next: string | undefined = `/api/blackouts?limit=${limit}`
      while (next) {
        const answer = await operator.get(next)
        expect(must(answer, 200)).to.have.length.at.most(limit)
        pages.push(...answer.body)
        next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
      }
      expect(pages).to.deep.equal(whole)
    }
    expect(whole.map(({ name }) => name)).to.deep.equal(['p1', 'p2', 'c1', 'c2', 'a1', 'b1', 'd1', 'd2'])
  })

  it('are listed for every level with the active ones, limited to the tenant and platform', async () => {
    const other = await service.hasTenant()
    const device = await hasDevice(daily)
    const night = { name: 'night', days: everyDay, from: '22:00', to: '06:00' }
    must(await (await service.as('platform_admin')).put('/api/blackouts/platform', { blackouts: [night] }), 200)
    await set(`device?device_id=${device.id}`, [{ ...night, name: 'of the device' }])
    await set('site?site=north', [{ ...night, name: 'of the site' }])
    await set('customer', [office])

    const own: Body = must(await operator.get('/api/blackouts'), 200)
    const foreign: Body = must(await (await other.as('tenant_operator')).get('/api/blackouts'), 200)

    const summarise = (body: Body) =>
      body.map((one: Body) => `${one.level} ${one.name} ${one.holds_until ?? ''}`.trim())
    expect(summarise(own)).to.deep.equal([
      'platform night',
      'customer office hours 2026-11-21T18:00:00.000Z',
      'site of the site',
      'device of the device',
    ])
    expect(own[3]).to.include({ device_id: device.id, device: device.name, tenant_id: customer.id })
    expect(summarise(foreign)).to.deep.equal(['platform night'])
  })

  it('postpone a start to their end, and the occurrence runs once', async () => {
    const { id } = await hasDevice(daily)
    await set('customer', [office])

    service.advance(10 * minute)
    const held = await queueDueNow()
    const during = await deviceOf(id)
    service.advance(9 * hour - 1)
    const still = await queueDueNow()
    service.advance(1)
    const due = await queueDueNow()
    const again = await queueDueNow()

    expect([held.queued, still.queued, due.queued, again.queued]).to.deep.equal([0, 0, 1, 0])
    const end = '2026-11-21T18:00:00.000Z'
    expect(during).to.include({ next_occurrence_at: '2026-11-21T09:00:00.000Z', next_run_at: end, held_until: end })
    expect(await occurrencesOf(id)).to.containSubset([{ occurrence_at: '2026-11-21T09:00:00.000Z', outcome: 'queued' }])
    expect(await runsOf(id)).to.containSubset([{ occurrence_at: '2026-11-21T09:00:00.000Z', queued_at: end }])
    expect(await deviceOf(id)).to.include({ next_run_at: '2026-11-22T09:00:00.000Z', held_until: null })
  })

  it('merge several occurrences into one run, and record the reason of the others', async () => {
    const { id } = await hasDevice({ schedule: '0 * * * *' })
    await set('customer', [office])
    for (let hours = 0; hours < 10; hours++) {
      service.advance(hour)
      await queueDueNow()
    }

    const [run, missed] = await occurrencesOf(id)

    expect(run).to.include({ occurrence_at: '2026-11-21T18:00:00.000Z', outcome: 'queued' })
    expect(missed).to.include({ occurrence_at: '2026-11-21T09:00:00.000Z', outcome: 'missed', count: 9 })
    expect(missed.reason).to.equal('held by a blackout')
    expect(await runsOf(id)).to.have.length(1)
  })

  it('of platform, tenant, site and device apply together, and to no other device', async () => {
    const platform = await service.as('platform_admin')
    const here = await hasDevice({ ...daily, site: 'Gent' })
    const there = await hasDevice({ ...daily, site: 'Lyon' })
    const until = (to: string) => [{ ...office, name: to, to }]
    await set('platform', until('09:10'), platform)
    await set('customer', until('09:20'))
    await set('site?site=Gent', until('09:30'))
    await set(`device?device_id=${here.id}`, until('09:40'))
    service.advance(10 * minute)
    await queueDueNow()

    const { blackouts, ...seen } = await effective(here.id)

    expect((await deviceOf(here.id)).held_until).to.equal('2026-11-21T09:40:00.000Z')
    expect((await deviceOf(there.id)).held_until).to.equal('2026-11-21T09:20:00.000Z')
    expect(blackouts.map(({ level, name }: Body) => [level, name])).to.deep.equal([
      ['platform', '09:10'],
      ['customer', '09:20'],
      ['site', '09:30'],
      ['device', '09:40'],
    ])
    expect(seen).to.containSubset({
      held_now: true,
      held_by: { level: 'device', name: '09:40' },
      next_occurrence_at: '2026-11-21T09:00:00.000Z',
      next_start_at: '2026-11-21T09:40:00.000Z',
      next_start_moved_by: { level: 'device' },
    })
    expect((await effective(there.id)).blackouts).to.have.length(2)
  })

  it('predict where a start will move', async () => {
    const { id } = await hasDevice(daily)
    await set('customer', [{ name: 'freeze', starts_at: '2026-11-21T08:55:00Z', ends_at: '2026-11-25T06:00:00Z' }])

    const seen = await effective(id)

    expect(seen).to.containSubset({ held_now: false, held_by: null, next_occurrence_at: '2026-11-21T09:00:00.000Z' })
    expect(seen).to.containSubset({
      next_start_at: '2026-11-25T06:00:00.000Z',
      next_start_moved_by: { name: 'freeze' },
    })
  })

  it('release starts when deleted, and hold them when added', async () => {
    const { id } = await hasDevice(daily)
    await set('customer', [office])
    service.advance(10 * minute)
    await queueDueNow()

    await set('customer', [{ ...office, to: '12:00' }])
    const shorter = await queueDueNow().then(() => deviceOf(id))
    await set('customer', [])
    const { queued } = await queueDueNow()

    expect(shorter.held_until).to.equal('2026-11-21T12:00:00.000Z')
    expect(queued).to.equal(1)
    expect((await deviceOf(id)).held_until).to.equal(null)
  })

  it('of a site release a device that moves to another site, alone or in bulk', async () => {
    const [one, many, held] = [
      await hasDevice({ ...daily, site: 'lyon' }),
      await hasDevice({ ...daily, site: 'lyon' }),
      await hasDevice({ ...daily, site: 'lyon' }),
    ]
    await set('site?site=lyon', [office])
    await set('site?site=nice', [office])
    service.advance(10 * minute)
    await queueDueNow()

    must(await admin.patch(`/api/devices/${one.id}`, { site: 'paris' }), 200)
    must(await admin.patch('/api/devices', { ids: [many.id], change: { site: 'paris' } }), 200)
    must(await admin.patch(`/api/devices/${held.id}`, { site: 'nice' }), 200)
    const counts = await queueDueNow()

    expect(counts.queued).to.equal(2)
    expect((await runsOf(one.id))[0].occurrence_at).to.equal('2026-11-21T09:00:00.000Z')
    expect(await runsOf(many.id)).to.have.length(1)
    expect(await runsOf(held.id)).to.be.empty
    expect((await deviceOf(held.id)).held_until).to.equal('2026-11-21T18:00:00.000Z')
  })

  it('do not delay manual triggers, and a changed schedule waits for its own next time', async () => {
    const [first, second] = [await hasDevice(daily), await hasDevice(daily)]
    await set('customer', [office])
    service.advance(10 * minute)
    await queueDueNow()

    const run = await trigger(first.id)
    must(await admin.patch(`/api/devices/${second.id}`, { schedule: '30 20 * * *' }), 200)

    expect(run.status).to.equal('queued')
    expect(await deviceOf(second.id)).to.include({ next_run_at: '2026-11-21T20:30:00.000Z', held_until: null })
  })

  it('that delay a start survive the hourly check, unless a wrong clock caused the delay', async () => {
    const { id } = await hasDevice(daily)
    await set('customer', [office])
    service.advance(10 * minute)
    await queueDueNow()
    const rules = { timeZone: 'UTC', scheduleJitterMinutes: 0 }
    const runInSystemTransaction = systemTransactions(service.dependencies)

    await alignSchedules(runInSystemTransaction, rules)
    const during = await deviceOf(id)
    service.advance(-hour)
    await alignSchedules(runInSystemTransaction, rules)

    expect(during.held_until).to.equal('2026-11-21T18:00:00.000Z')
    expect(await deviceOf(id)).to.include({ next_run_at: '2026-11-21T09:00:00.000Z', held_until: null })
  })

  it('spread the starts of devices at their end', async () => {
    service.dependencies.settings.scheduleJitterMinutes = 10
    const devices = [await hasDevice(daily), await hasDevice(daily), await hasDevice(daily)]
    await set('customer', [office])
    service.advance(20 * minute)
    await queueDueNow()
    service.dependencies.settings.scheduleJitterMinutes = 0

    const ends = await Promise.all(devices.map(async ({ id }) => (await deviceOf(id)).held_until))

    expect(new Set(ends).size, 'two of the three may meet, by their ids').to.be.above(1)
    for (const end of ends) expect(end).to.match(/^2026-11-21T18:0\d:/)
  })

  it('are rejected with all errors, and at an unknown level', async () => {
    const put = (level: string, one: object) => admin.put(`/api/blackouts/${level}`, { blackouts: [one] })
    const errorPatterns = await Promise.all([
      put('customer', { name: 'x' }),
      put('customer', { ...office, starts_at: '2026-11-21T08:00:00Z' }),
      put('customer', { name: 'x', starts_at: '2026-11-21T08:00:00Z', ends_at: '2026-11-21T08:00:00Z' }),
      put('customer', { ...office, from: '24:00' }),
      put('site', office),
      put(`device?device_id=${randomUUID()}`, office),
      put('planet', office),
      put('platform', office),
    ])

    expect(errorPatterns.map(({ status }) => status)).to.deep.equal([422, 422, 422, 422, 422, 404, 400, 403])
    expect(codedErrors(errorPatterns[2]?.body)).to.deep.equal([
      { path: 'blackouts.0', code: 'ends_before_start', params: {} },
    ])
  })

  it('are part of the scheduled starts of the next seven days, by hour', async () => {
    const other = await service.hasTenant()
    await hasDevice({ schedule: '30 9 * * mon' })
    await hasDevice({ schedule: '30 9 * * mon' })
    const early = await hasDevice({ schedule: '15 3 * * *' })
    await hasDevice({ schedule: '', name: 'on-demand' })
    must(await admin.patch(`/api/devices/${(await hasDevice({ schedule: '0 1 * * *' })).id}`, { enabled: false }), 200)
    await other.hasDevice({ schedule: '15 3 * * *' })
    await hasDevice({ schedule: '0 13,15,18 * * tue' })
    await set('customer', [office])
    const night = [{ name: 'night', days: ['sun'], from: '02:00', to: '05:00' }]
    must(await admin.put(`/api/blackouts/device?device_id=${early.id}`, { blackouts: night }), 200)

    const week = async (client: Client): Promise<Body> => {
      const { hours, ...rest } = must(await client.get('/api/schedules/week'), 200)
      const busy = hours.filter((one: Body) => one.starts + one.delayed > 0)
      return { ...rest, from: hours[0].at, hours: busy.map((one: Body) => `${one.at.slice(5, 16)} ${one.starts} ${one.delayed}`) } // prettier-ignore
    }

    const own = await week(operator)
    expect(own).to.include({ from: '2026-11-21T08:00:00.000Z', devices: 4, omitted_devices: 0 })
    const ofTuesday = own.hours.filter((line: string) => line.startsWith('11-24')).slice(1)
    expect(ofTuesday).to.deep.equal(['11-24T13:00 0 1', '11-24T15:00 0 1', '11-24T18:00 1 0'])
    expect(own.hours.slice(0, 5)).to.deep.equal(['11-22T03:00 0 1', '11-22T05:00 1 0', '11-23T03:00 1 0', '11-23T09:00 0 2', '11-23T18:00 2 0']) // prettier-ignore
    expect((await week(await service.as('platform_operator'))).hours.slice(0, 3)).to.deep.equal(['11-22T03:00 1 1', '11-22T05:00 1 0', '11-23T03:00 2 0']) // prettier-ignore
  })
})
