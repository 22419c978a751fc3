import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { freezeYesterday } from '../../../service/domain/reporting/daily-report/freeze-report.ts'
import { type FakeAgent, anAgent } from '../../support/fake-agent.ts'
import {
  type Answer,
  type Client,
  type Customer,
  type TestService,
  must,
  startTestService,
} from '../../support/service.ts'
import { jobSteps } from '../../support/job-steps.ts'
import { systemTransactions } from '../../support/system-transactions.ts'

const hourMs = 3_600_000
const noon = new Date('2026-11-20T12:00:00Z')
const text = 'hostname r1\n!\nend\n'

describe('the daily report', () => {
  let service: TestService
  let customer: Customer
  let agent: FakeAgent
  let operator: Client
  let admin: Client
  beforeEach(async () => {
    service = await startTestService({ now: noon })
    customer = await service.hasTenant('acme')
    agent = await anAgent(service, customer)
    operator = await customer.as('tenant_operator')
    admin = await service.as('platform_admin')
  })
  afterEach(() => service.close())

  const steps = jobSteps(() => ({ service, customer, operator }))
  const nightly = { schedule: '0 2 * * *' }

  const report = async (query = '', client = operator): Promise<Answer['body']> =>
    must(await client.get(`/api/reports/daily${query}`), 200)

  const exceptionOf = (body: Answer['body'], name: string) =>
    body.exceptions.find((one: { name: string }) => one.name === name)

  /** Adds a failed run with this message. */
  async function fail(deviceId: string, error: string) {
    await steps.trigger(deviceId)
    const job = await agent.startJob()
    await agent.result(job, { outcome: 'failed', error_code: 'auth_failed', report: { error } })
  }

  const freezeAtMidnight = () =>
    freezeYesterday(systemTransactions(service.dependencies), service.dependencies.keys, 'UTC')

  it('that is stored stays unchanged, and the first stored of a day remains', async () => {
    const keeper = await customer.as('tenant_admin')
    const device = await steps.hasDevice(nightly)
    await fail(device.id, 'r1: refused')
    const before = await report()
    const first = must(await keeper.post('/api/reports/daily/persist'), 200)
    service.advance(hourMs)
    await steps.backUp(agent, device.id, { 'running-config': text })
    const second = must(await keeper.post('/api/reports/daily/persist'), 200)

    const read = await report()
    const live = await report('?live=true')

    expect(first).to.deep.equal({ ...before, frozen: true })
    expect(second).to.deep.equal(first)
    expect(read).to.deep.equal(first)
    expect(live).to.deep.include({ frozen: false })
    expect(live.summary.covered).to.equal(1)
  })

  it('stored over all tenants has the sections of each, also earlier ones', async () => {
    const other = await service.hasTenant('globex')
    await steps.hasDevice(nightly)
    must(await (await customer.as('tenant_admin')).post('/api/reports/daily/persist'), 200)
    await steps.hasDevice(nightly)
    await other.hasDevice(nightly)

    const frozen = must(await admin.post('/api/reports/daily/persist'), 200)
    await other.hasDevice(nightly)
    const theirs = await report('', await other.as('tenant_readonly'))

    expect(frozen.customers.map((one: Answer['body']) => one.summary.devices)).to.deep.equal([1, 1])
    expect(frozen.summary.devices).to.equal(2)
    expect(await report('', admin)).to.deep.equal(frozen)
    expect(theirs).to.deep.include({ frozen: true })
    expect(theirs.summary.devices).to.equal(1)
  })

  it('is stored after midnight for the previous day, once across replicas', async () => {
    const device = await steps.hasDevice(nightly)
    await fail(device.id, 'r1: refused')
    service.advance(12 * hourMs + 5 * 60_000)

    const ends = await Promise.all([freezeAtMidnight(), freezeAtMidnight()])
    await steps.backUp(agent, device.id, { 'running-config': text })

    expect(ends.map(({ outcome }) => outcome).sort()).to.deep.equal(['done', 'nothing'])
    const body = await report('?day=2026-11-20')
    expect(body).to.include({ day: '2026-11-20', frozen: true, computed_at: '2026-11-21T00:05:00.000Z' })
    expect(exceptionOf(body, device.name)).to.include({ state: 'failed', last_error: 'r1: refused' })
    expect((await report('', admin)).summary.states.changed).to.equal(1)
    expect((await report('?day=2026-11-20', admin)).summary.states.failed).to.equal(1)
  })

  it('is listed by day with its figures, per tenant and over all', async () => {
    const device = await steps.hasDevice(nightly)
    await service.hasTenant('globex')
    for (const day of [1, 2]) {
      await steps.backUp(agent, device.id, { 'running-config': `${text}! ${day}\n` })
      must(await admin.post('/api/reports/daily/persist'), 200)
      service.advance(24 * hourMs)
    }
    must(await (await customer.as('tenant_admin')).post('/api/reports/daily/persist'), 200)
    const days = async (query = '', client = operator): Promise<Answer['body'][]> =>
      must(await client.get(`/api/reports/days${query}`), 200)

    expect((await days()).map(({ day }) => day)).to.deep.equal(['2026-11-22', '2026-11-21', '2026-11-20'])
    expect((await days('', admin)).map(({ day }) => day)).to.deep.equal(['2026-11-21', '2026-11-20'])
    expect(await days('?until=2026-11-21&limit=1')).to.deep.equal([
      {
        day: '2026-11-21',
        computed_at: '2026-11-21T12:00:00.000Z',
        devices: 1,
        covered: 1,
        coverage_pct: 100,
        exceptions: 0,
      },
    ])
    expect((await operator.get('/api/reports/days?until=2026-02-30')).status).to.equal(422)
  })

  it('returns the coverage of each customer by day', async () => {
    const device = await steps.hasDevice(nightly)
    const other = await service.hasTenant('globex')
    await fail(device.id, 'r1: refused')
    must(await admin.post('/api/reports/daily/persist'), 200)
    service.advance(24 * hourMs)
    await steps.backUp(agent, device.id, { 'running-config': text })
    must(await admin.post('/api/reports/daily/persist'), 200)
    const coverage = async (query = '', client = admin): Promise<unknown[]> =>
      must(await client.get(`/api/reports/coverage${query}`), 200).map(
        ({ slug, days }: { slug: string; days: { day: string; coverage_pct: number | null }[] }) =>
          [slug, ...days.map(({ day, coverage_pct: part }) => `${day.slice(8)}: ${part}`)].join(' '),
      )

    const own = `${customer.slug} 20: 0 21: 100`
    expect(await coverage()).to.deep.equal([own, 'globex 20: null 21: null'].toSorted())
    expect(await coverage('?until=2026-11-20&days=1')).to.deep.equal([`${customer.slug} 20: 0`, 'globex 20: null'])
    expect(await coverage('', await customer.as('tenant_readonly'))).to.deep.equal([own])
    expect(await coverage(`?tenant=${other.id}&until=2026-11-19`)).to.deep.equal([])
    expect((await operator.get('/api/reports/coverage?until=2026-02-30')).status).to.equal(422)
  })

  it('is not stored more than an hour after its day, nor for a day before the installation', async () => {
    service.advance(12 * hourMs + hourMs)
    const inTime = await freezeAtMidnight()
    service.advance(24 * hourMs + 60_000)
    const late = await freezeAtMidnight()
    const unrecorded = await operator.get('/api/reports/daily?day=2026-11-21')
    service.advance(-48 * hourMs)
    const before = await freezeAtMidnight()

    expect(inTime.outcome).to.equal('done')
    expect([late.outcome, before.outcome]).to.deep.equal(['nothing', 'nothing'])
    expect(late.reason).to.deep.equal(message('report_day_over', { day: '2026-11-21' }))
    expect(before.reason).to.deep.equal(message('installed_later', { day: '2026-11-19' }))
    expect(unrecorded.status).to.equal(404)
    expect((await report('?day=2026-11-20')).frozen).to.equal(true)
  })

  it('that was never stored is a 404 with its own code, and an invalid day a 422', async () => {
    const past = await operator.get('/api/reports/daily?day=2026-11-19')
    const ahead = await operator.get('/api/reports/daily?day=2026-11-21')
    const none = await operator.get('/api/reports/daily?day=2026-02-29')
    const livePast = await operator.get('/api/reports/daily?day=2026-11-19&live=true')

    expect([past.status, past.body.code]).to.deep.equal([404, 'never_frozen'])
    expect(past.body.params).to.deep.equal({ day: '2026-11-19' })
    expect([ahead.status, none.status, livePast.status]).to.deep.equal([422, 422, 422])
  })
})
