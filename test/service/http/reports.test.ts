import { expect } from 'chai'
import { inScope } from '../../../service/store/scope.ts'
import { failureWithoutStep } from '../../../shared/messages/failure.ts'
import { renderFailure } from '../../../shared/messages/render.ts'
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

  it('of a tenant without devices has nothing to cover', async () => {
    const body = await report()

    expect(body).to.include({ day: '2026-11-20', frozen: false })
    expect(body.summary).to.include({ devices: 0, exceptions: 0, coverage_pct: null })
    expect(body.exceptions).to.deep.equal([])
    expect(body).not.to.have.property('customers')
  })

  it('counts an unchanged backup as covered', async () => {
    const device = await steps.hasDevice(nightly)
    await steps.backUp(agent, device.id, { 'running-config': text })
    service.advance(60_000)
    await steps.backUp(agent, device.id, { 'running-config': text })

    const { summary, exceptions } = await report()

    expect(summary.states).to.include({ unchanged: 1, changed: 0 })
    expect(summary).to.include({ devices: 1, covered: 1, coverage_pct: 100, exceptions: 0 })
    expect(exceptions).to.deep.equal([])
  })

  it('lists a failed device with last success and error, and covers it while that is fresh', async () => {
    const device = await steps.hasDevice(nightly)
    await steps.backUp(agent, device.id, { 'running-config': text })
    service.advance(5 * hourMs)
    await fail(device.id, 'r1: the password was refused')

    const body = await report()

    expect(body.summary).to.include({ devices: 1, covered: 1, exceptions: 1, coverage_pct: 100 })
    expect(exceptionOf(body, device.name)).to.deep.include({
      device_id: device.id,
      customer: 'acme',
      state: 'failed',
      reasons: ['failed'],
      last_success_age_label: '5 hours',
      last_error: 'r1: the password was refused',
      error_code: 'auth_failed',
    })
  })

  it('does not cover a device whose last success is older than its tolerance', async () => {
    const device = await steps.hasDevice(nightly)
    await steps.backUp(agent, device.id, { 'running-config': text })
    service.advance(36 * hourMs)

    const body = await report()

    expect(body.summary).to.include({ devices: 1, covered: 0, coverage_pct: 0, exceptions: 1 })
    expect(exceptionOf(body, device.name)).to.deep.include({
      state: 'stale',
      last_success_age_label: '36 hours',
      last_error: null,
    })
  })

  it('lists a scheduled device that was never backed up, and excludes one on demand', async () => {
    const waiting = await steps.hasDevice(nightly)
    await steps.hasDevice()

    const body = await report()

    expect(body.summary).to.include({ devices: 1, covered: 0, coverage_pct: 0, exceptions: 1 })
    expect(body.summary.states.never).to.equal(2)
    expect(exceptionOf(body, waiting.name)).to.include({ state: 'never', last_success_age_label: 'never' })
  })

  it('names the missing agent as cause while a device’s run waits for one', async () => {
    const [before, never, idle] = [
      await steps.hasDevice(nightly),
      await steps.hasDevice(nightly),
      await steps.hasDevice(nightly),
    ]
    await steps.backUp(agent, before.id, { 'running-config': text })
    service.advance(36 * hourMs)
    operator = await customer.as('tenant_operator')
    await steps.trigger(before.id)
    await steps.trigger(never.id)

    const offline = await report()
    await agent.heartbeat([])
    const online = await report()

    for (const [device, state] of [
      [before, 'stale'],
      [never, 'never'],
    ] as const) {
      expect(exceptionOf(offline, device.name)).to.include({
        state,
        error_code: 'no_agent',
        last_error: renderFailure(failureWithoutStep('no_agent'), 'en'),
      })
      expect(exceptionOf(online, device.name)).to.include({ state, error_code: null, last_error: null })
    }
    expect(exceptionOf(offline, idle.name)).to.include({ state: 'never', error_code: null, last_error: null })
  })

  it('counts a device on demand that failed as not covered', async () => {
    const good = await steps.hasDevice(nightly)
    await steps.backUp(agent, good.id, { 'running-config': text })
    const failing = [await steps.hasDevice(), await steps.hasDevice(), await steps.hasDevice()]
    for (const { id } of failing) await fail(id, 'the connection was refused')

    const { summary } = await report()
    const metrics = (await operator.get('/metrics')).bytes.toString()

    expect(summary).to.include({ devices: 4, covered: 1, coverage_pct: 25, unscheduled: 0, exceptions: 3 })
    expect(metrics).to.include('coffer_devices_expected{customer="acme"} 4')
    expect(metrics).to.include('coffer_devices_covered{customer="acme"} 1')
  })

  it('lists unscheduled devices never tried outside of coverage, also once stored', async () => {
    const covered = await steps.hasDevice(nightly)
    await steps.backUp(agent, covered.id, { 'running-config': text })
    const idle = await steps.hasDevice({ site: 'Lyon' })
    const off = await steps.hasDevice()
    must(await (await customer.as('tenant_admin')).patch(`/api/devices/${off.id}`, { enabled: false }), 200)
    const listed = { device_id: idle.id, name: idle.name, customer: 'acme', site: 'Lyon' }

    const live = await report()
    const consolidated = await report('', admin)
    const metrics = (await operator.get('/metrics')).bytes.toString()
    must(await (await customer.as('tenant_admin')).post('/api/reports/daily/persist'), 200)
    await steps.backUp(agent, idle.id, { 'running-config': text })
    const frozen = await report()
    const after = await report('?live=true')

    expect(live.summary).to.include({ devices: 1, covered: 1, coverage_pct: 100, unscheduled: 1, exceptions: 0 })
    expect(live.unscheduled).to.deep.equal([listed])
    expect(consolidated.summary.unscheduled).to.equal(1)
    expect(consolidated.customers[0].unscheduled).to.deep.equal([listed])
    expect(metrics).to.include('coffer_devices_unscheduled{customer="acme"} 1')
    expect(frozen).to.include({ frozen: true })
    expect(frozen.unscheduled).to.deep.equal([listed])
    expect([after.summary.unscheduled, after.unscheduled]).to.deep.equal([0, []])
  })

  it('counts a device on demand from its first backup, and never as stale', async () => {
    const device = await steps.hasDevice()
    await steps.backUp(agent, device.id, { 'running-config': text })
    service.advance(300 * 24 * hourMs)

    expect((await report()).summary).to.include({ devices: 1, covered: 1, coverage_pct: 100, exceptions: 0 })
  })

  it('counts a partial backup as covered, and lists what is missing', async () => {
    const device = await steps.hasDevice(nightly)
    await steps.trigger(device.id)
    const job = await agent.startJob()
    const captured = await agent.capture(job, { 'running-config': text })
    const missing = { key: 'inventory', transport: 'ssh', state: 'failed', error_code: 'command_refused' } as const
    const answer = await agent.result(job, { artifacts: [...captured, missing] })
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200)

    const body = await report()

    expect(body.summary).to.include({ devices: 1, covered: 1, exceptions: 1 })
    expect(exceptionOf(body, device.name)).to.deep.include({ state: 'partial', reasons: ['partial'] })
    expect(exceptionOf(body, device.name).last_error).to.include('inventory')
  })

  it('excludes disabled and decommissioned devices', async () => {
    const client = await customer.as('tenant_admin')
    for (const change of ['disable', 'decommission'] as const) {
      const device = await steps.hasDevice(nightly)
      await fail(device.id, 'no')
      if (change === 'disable') must(await client.patch(`/api/devices/${device.id}`, { enabled: false }), 200)
      else must(await client.post(`/api/devices/${device.id}/decommission`), 200)
    }

    const { summary, exceptions } = await report()

    expect(summary).to.include({ devices: 0, exceptions: 0 })
    expect(summary.states).to.include({ disabled: 1, decommissioned: 1, failed: 0 })
    expect(exceptions).to.deep.equal([])
  })

  it('lists a suspicious version until a user reviews it', async () => {
    const client = await customer.as('tenant_admin')
    const device = await steps.hasDevice(nightly)
    await steps.backUp(agent, device.id, { 'running-config': `${text}${'! long\n'.repeat(100)}` })
    service.advance(60_000)
    const { id: run } = await steps.backUp(agent, device.id, { 'running-config': text })
    const before = await report()
    const [version] = exceptionOf(before, device.name).suspicious_versions
    const runBefore = await steps.runOf(run)

    const reviewed = must(await client.post(`/api/artifacts/versions/${version}/review`), 200)
    service.advance(60_000)
    const again = must(await client.post(`/api/artifacts/versions/${version}/review`), 200)

    const { email } = must(await client.get('/api/auth/me'), 200)
    expect(exceptionOf(before, device.name)).to.deep.include({ state: 'changed', reasons: ['suspicious'] })
    expect(before.summary).to.include({ suspicious_versions: 1, exceptions: 1, covered: 1 })
    expect(runBefore.artifacts[0].suspicious).to.have.length(1)
    expect(reviewed).to.include({ reviewed_by: email })
    expect(reviewed.suspicious).to.have.length(1)
    expect(again.reviewed_at).to.equal(reviewed.reviewed_at)
    expect((await report()).summary).to.include({ suspicious_versions: 0, exceptions: 0 })
    expect((await steps.runOf(run)).artifacts[0]).not.to.have.property('suspicious')
  })

  it('lists a device with a damaged latest version, covered only if partly readable', async () => {
    const device = await steps.hasDevice(nightly)
    const texts = { 'running-config': text, 'startup-config': `! saved\n${text}` }
    await steps.backUp(agent, device.id, texts)
    const artifacts = must(await operator.get(`/api/devices/${device.id}/artifacts`), 200)
    const latest: string[] = artifacts.map((one: Answer['body']) => one.latest_version_id)
    const damage = (id: string) =>
      inScope(service.dependencies.knex, { kind: 'tenant', tenantId: customer.id }, (trx) =>
        trx('damaged_versions').insert({ tenant_id: customer.id, version_id: id, found_at: noon }),
      )

    await damage(latest[0]!)
    const one = await report()
    await damage(latest[1]!)
    const both = await report()
    service.advance(60_000)
    await steps.backUp(agent, device.id, { 'running-config': `${text}! new\n`, 'startup-config': `! new\n${text}` })
    const mended = await report()

    expect(exceptionOf(one, device.name)).to.deep.include({ state: 'changed', reasons: ['damaged'] })
    expect(one.summary).to.include({ devices: 1, covered: 1, exceptions: 1 })
    expect(both.summary).to.include({ devices: 1, covered: 0, exceptions: 1, coverage_pct: 0 })
    expect(mended.summary).to.include({ covered: 1, exceptions: 0 })
    const versions = must(await operator.get(`/api/artifacts/${artifacts[0].id}/versions`), 200)
    expect(versions.map((version: Answer['body']) => version.damaged)).to.deep.equal([false, true])
  })

  it('lists a host whose key was not compared until a user compares it', async () => {
    const device = await steps.hasDevice(nightly)
    await inScope(service.dependencies.knex, { kind: 'tenant', tenantId: customer.id }, (trx) =>
      trx('tenants').update({ trust_posture: 'tofu' }),
    )
    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx('settings').insert({ key: 'trust_posture', value: '"tofu"', updated_at: noon }),
    )
    await steps.trigger(device.id)
    const job = await agent.startJob()
    const fingerprint = `SHA256:${'a'.repeat(43)}`
    const observed = [{ kind: 'ssh_host_key', algorithm: 'ssh-ed25519', host: device.hostname, port: 22, fingerprint }]
    await agent.send('POST', `/api/agent/jobs/${job.jobId}/fingerprints`, { lease_id: job.leaseId, observed })
    await agent.result(job, { artifacts: await agent.capture(job, { 'running-config': text }) })
    const before = await report()

    const client = await customer.as('tenant_admin')
    const [shown] = must(await client.get(`/api/trust/fingerprints?device_id=${device.id}`), 200)
    const evidence = { compared_out_of_band: true, note: 'read to me by the site over the phone' }
    must(await client.post(`/api/trust/fingerprints/${shown.id}/approve`, evidence), 200)

    expect(exceptionOf(before, device.name)).to.deep.include({ state: 'changed', reasons: ['host_not_compared'] })
    expect(before.summary).to.include({ hosts_not_compared: 1 })
    expect((await report()).summary).to.include({ hosts_not_compared: 0, exceptions: 0 })
  })

  it('names agents in lab mode first, with their status', async () => {
    const lab = await customer.hasAgent({ lab_mode: true })

    const { agents } = await report()

    expect(agents.map(({ name, lab_mode, status }: Answer['body']) => [name, lab_mode, status])).to.deep.equal([
      [lab.name, true, 'pending'],
      [agents[1].name, false, 'online'],
    ])
  })

  it('over all tenants has totals and a section for each', async () => {
    const other = await service.hasTenant('globex')
    await steps.hasDevice(nightly)
    const theirs = await other.hasDevice(nightly)
    await other.hasDevice(nightly)

    const body = await report('', admin)
    const named = await report(`?tenant=${other.id}`, admin)

    expect(body.customers.map(({ slug }: { slug: string }) => slug)).to.deep.equal(['acme', 'globex'])
    expect(body.customers.map((one: Answer['body']) => one.summary.devices)).to.deep.equal([1, 2])
    expect(body.summary).to.include({ devices: 3, exceptions: 3, coverage_pct: 0 })
    expect(exceptionOf(body.customers[1], theirs.name)).to.include({ customer: 'globex' })
    expect(body.exceptions).to.have.length(3)
    expect(named.summary.devices).to.equal(2)
    expect(named).not.to.have.property('customers')
  })

  it('is readable for all roles, but stored only by administrators', async () => {
    const reader = await customer.as('tenant_readonly')
    const refused = await operator.post('/api/reports/daily/persist')

    expect((await reader.get('/api/reports/daily')).status).to.equal(200)
    expect([refused.status, refused.body.missing]).to.deep.equal([403, 'retention:write'])
  })

  it('is of the current day in BKP_TIMEZONE', async () => {
    await service.close()
    const now = new Date('2026-11-20T23:30:00Z')
    service = await startTestService({ now, environment: { BKP_TIMEZONE: 'Europe/Paris' } })
    admin = await service.as('platform_admin')

    expect((await report('', admin)).day).to.equal('2026-11-21')
  })
})
