import { expect } from 'chai'
import { codedErrors } from '../../../support/field-errors.ts'
import { fillNight, hasNightRun } from '../../../support/scene/night.ts'
import { type Answer, type Client, type Customer, type TestService, must, startTestService } from '../../../support/service.ts' // prettier-ignore

const night = new Date('2026-11-20T20:00:00Z')
const until = new Date('2026-11-21T08:00:00Z')
const minuteAfter = (minutes: number) => new Date(night.getTime() + minutes * 60_000).toISOString()

describe('the timeline of runs', () => {
  let service: TestService
  let customer: Customer
  let other: Customer
  let operator: Client
  let admin: Client
  let platform: Client
  let busyId: string
  let quietId: string
  let switchId: string
  let retriedId: string
  before(async () => {
    service = await startTestService()
    customer = await service.hasTenant()
    other = await service.hasTenant()
    operator = await customer.as('tenant_operator')
    admin = await customer.as('tenant_admin')
    platform = await service.as('platform_operator')
    const device = await customer.hasDevice({ name: 'sw-1', site: 'lyon' })
    switchId = device.id
    quietId = (await customer.hasAgent({ name: 'quiet' })).id
    busyId = (await customer.hasAgent({ name: 'busy' })).id
    const of = { tenantId: customer.id, deviceId: device.id, agentId: quietId }
    const failed = { start: 10, end: 12, outcome: 'retrying', errorCode: 'connect_timeout' }
    const attempts = [failed, { start: 15, end: 16, outcome: 'unchanged' }]
    retriedId = await hasNightRun(service, of, { night, queued: 5, attempts })
    await hasNightRun(service, of, {
      night,
      queued: -300,
      attempts: [{ start: -200, end: -100, outcome: 'succeeded' }],
    })
    await hasNightRun(service, of, { night, queued: -30, attempts: [{ start: -20, end: 1, outcome: 'lost', errorCode: 'agent_lost' }] }) // prettier-ignore
    const cloud = await customer.hasDevice({
      name: 'cloud',
      platform: 'netco_meraki',
      hostname: 'api.meraki.com',
      options: { netco_network_id: 'N_1', netco_org_id: '1' },
    })
    await hasNightRun(service, { ...of, deviceId: cloud.id, agentId: cloud.id }, { night, queued: 60, attempts: [{ start: 61, end: 62, outcome: 'succeeded' }] }) // prettier-ignore
    const waiting = await customer.hasDevice({ name: 'waiting' })
    await hasNightRun(service, { ...of, deviceId: waiting.id }, { night, queued: 90, attempts: [] })
    await fillNight(service, { ...of, agentId: busyId }, night, 1_200)
    const ofOther = { tenantId: other.id, deviceId: (await other.hasDevice()).id, agentId: (await other.hasAgent()).id }
    await hasNightRun(service, ofOther, { night, queued: 0, attempts: [{ start: 30 }] })
  })
  after(() => service.close())

  const period = `since=${night.toISOString()}&until=${until.toISOString()}`
  const read = async (client: Client, query = period): Promise<Answer['body']> =>
    must(await client.get(`/api/runs/timeline?${query}`), 200)
  const rowOf = (body: Answer['body'], kind: string, agentId: string | null = null) =>
    body.rows.find((row: Answer['body']) => row.kind === kind && row.agent_id === agentId)

  it('has a row for each agent, with attempts in progress, their causes and what they waited for', async () => {
    const row = rowOf(await read(operator), 'agent', quietId)

    expect(row).to.include({ agent: 'quiet', tenant_id: customer.id, runs: 3, merged: false })
    const [lost, first, second] = row.bars
    expect(lost).to.deep.include({ statuses: ['failed'], starts_at: minuteAfter(-20), ends_at: minuteAfter(1) })
    expect(first).to.deep.include({ statuses: ['retrying'], starts_at: minuteAfter(10), ends_at: minuteAfter(12) })
    expect(first.run).to.deep.include({ run_id: retriedId, device: 'sw-1', attempt: 1, waits_since: minuteAfter(5), error_code: 'connect_timeout' }) // prettier-ignore
    expect(second.statuses).to.deep.equal(['unchanged'])
    expect(second.run).to.deep.include({ run_id: retriedId, attempt: 2, waits_since: minuteAfter(12), error_code: null }) // prettier-ignore
  })

  it('has rows for what the service collects and for runs that never started', async () => {
    const body = await read(operator)

    expect(rowOf(body, 'service').bars.map(({ run }: Answer['body']) => run.device)).to.deep.equal(['cloud'])
    const [bar] = rowOf(body, 'waiting').bars
    expect(bar).to.deep.include({ statuses: ['queued'], starts_at: minuteAfter(90), ends_at: null })
    expect(bar.run).to.include({ device: 'waiting', attempt: 0 })
  })

  it('merges the attempts of a busy agent, whose runs a list then shows', async () => {
    const { runs, merged, bars } = rowOf(await read(operator), 'agent', busyId)

    expect({ runs, merged }).to.deep.equal({ runs: 1_200, merged: true })
    expect(bars.length).to.be.within(100, 500)
    expect(bars.reduce((sum: number, bar: Answer['body']) => sum + bar.runs, 0)).to.equal(1_200)
    const failed = bars.find(({ statuses }: Answer['body']) => statuses.includes('failed'))
    const query = `agent_id=${busyId}&status=failed&attempted_since=${failed.starts_at}&attempted_until=${failed.ends_at}`
    const listed = must(await operator.get(`/api/runs?${query}`), 200)
    expect(listed).to.have.length(failed.runs)
    expect(listed[0].started_at >= failed.starts_at && listed[0].started_at < failed.ends_at).to.equal(true)
  })

  it('contains only the rows of the caller, and those of all customers for the platform', async () => {
    const agentsOf = async (client: Client, query = '') =>
      new Set((await read(client, `${period}${query}`)).rows.map((row: Answer['body']) => row.tenant_id ?? 'none'))

    expect(await agentsOf(operator)).to.deep.equal(new Set([customer.id, 'none']))
    expect(await agentsOf(platform)).to.deep.equal(new Set([customer.id, other.id, 'none']))
    expect(await agentsOf(platform, `&tenant=${other.id}`)).to.deep.equal(new Set([other.id]))
  })

  it('shows when blackouts of all levels are active', async () => {
    const put = async (client: Client, level: string, blackout: object) =>
      must(await client.put(`/api/blackouts/${level}`, { blackouts: [blackout] }), 200)
    const weekly = (name: string, from: string, to: string) => ({ name, days: ['fri', 'sat'], from, to })
    await put(await service.as('platform_admin'), 'platform', weekly('holiday', '01:00', '02:00'))
    await put(admin, 'customer', weekly('evening', '19:00', '21:00'))
    await put(admin, 'site?site=lyon', weekly('noon', '12:00', '13:00'))
    const once = { name: 'maintenance', starts_at: minuteAfter(200), ends_at: minuteAfter(800) }
    await put(admin, `device?device_id=${switchId}`, once)

    const { blackouts, omitted_blackouts: omitted } = await read(operator)

    const lines = blackouts.map((one: Answer['body']) => `${one.level} ${one.name} ${one.device} ${one.starts_at} ${one.ends_at}`) // prettier-ignore
    expect(omitted).to.equal(0)
    expect(lines).to.deep.equal([
      'platform holiday null 2026-11-21T01:00:00.000Z 2026-11-21T02:00:00.000Z',
      'customer evening null 2026-11-20T19:00:00.000Z 2026-11-20T21:00:00.000Z',
      `device maintenance sw-1 ${minuteAfter(200)} ${minuteAfter(800)}`,
    ])
  })

  it('rejects times in the wrong order or more than 24 hours apart', async () => {
    const errors = async (to: string) =>
      codedErrors((await operator.get(`/api/runs/timeline?since=${night.toISOString()}&until=${to}`)).body)

    expect(await errors(night.toISOString())).to.deep.equal([{ path: 'until', code: 'ends_before_start', params: {} }])
    expect(await errors('2026-11-21T20:00:01Z')).to.deep.equal([{ path: 'until', code: 'period_too_long', params: { max_hours: 24 } }]) // prettier-ignore
  })
})
