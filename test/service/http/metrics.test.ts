import { spawnSync } from 'node:child_process'
import { randomUUIDv7 } from 'node:crypto'
import fs from 'node:fs'
import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { findInstalledAt } from '../../../service/domain/kernel/installed-at.ts'
import { acquireTraceLease } from '../../../service/domain/reporting/traces/trace-lease.ts'
import { recountLocks } from '../../../service/domain/repository/object-lock/recount-locks.ts'
import { StoreUnreachable } from '../../../service/objects/object-store.ts'
import { inScope } from '../../../service/store/scope.ts'
import { jobSteps } from '../../support/job-steps.ts'
import { hasLock, pretendToLock } from '../../support/object-locks.ts'
import { type FakeAgent, anAgent } from '../../support/fake-agent.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'

describe('the metrics', () => {
  let service: TestService
  let customer: Customer
  let other: Customer
  let agent: FakeAgent
  let operator: Client
  let admin: Client
  before(async () => {
    service = await startTestService()
    customer = await service.hasTenant('acme')
    other = await service.hasTenant('globex')
    agent = await anAgent(service, customer)
    operator = await customer.as('tenant_operator')
    admin = await service.as('platform_operator')
    const device = await steps.hasDevice({ name: 'core\\1', site: 'Lyon', schedule: '0 2 * * *' })
    await steps.backUp(agent, device.id, { 'running-config': 'hostname r1\n!\nend\n' })
    await steps.trigger((await steps.hasDevice()).id)
    await customer.hasAgent({ lab_mode: true })
    await other.hasDevice({ schedule: '0 2 * * *' })
    await hasRun('failed')
    service.advance(60_000)
    await hasRun('done')
  })
  after(() => service.close())

  const steps = jobSteps(() => ({ service, customer, operator }))

  const hasRun = (outcome: string, fields: { kind?: string; tenant_id?: string } = {}) =>
    inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx('policy_runs').insert({
        id: randomUUIDv7(),
        kind: 'report',
        started_at: service.dependencies.now(),
        outcome,
        ...fields,
      }),
    )

  /** Returns values by name including labels. */
  async function metricsFor(client: Client, query = ''): Promise<Map<string, number>> {
    const text: string = must(await client.get(`/metrics${query}`), 200)
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    return new Map(
      lines.map((line) => {
        const at = line.lastIndexOf(' ')
        return [line.slice(0, at), Number(line.slice(at + 1))]
      }),
    )
  }

  const installedAt = () =>
    inScope(
      service.dependencies.knex,
      { kind: 'platform' },
      async (trx) => (await findInstalledAt(trx))!.getTime() / 1000,
    )

  it('pass the scrape checks of Prometheus', async () => {
    const text: string = must(await admin.get('/metrics'), 200)

    const byType = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]))
    const faults = [...byType].flatMap(([name = '', type]) => [
      ...(/^[a-z][a-z0-9_]*$/.test(name) ? [] : [`${name} is not in small letters`]),
      ...(name.endsWith('_total') === (type === 'counter')
        ? []
        : [`${name} ends in _total, or is a counter, and not both`]),
      ...(text.includes(`# HELP ${name} `) ? [] : [`${name} has no help`]),
      ...(/_(count|sum|bucket|info)$/.test(name) ? [`${name} has an ending that is of histograms`] : []),
      ...(type !== 'summary' && text.match(`^${name}\\{[^}]*quantile=`) ? [`${name} has the label of a summary`] : []),
    ])
    expect(byType.size).to.be.above(20)
    expect(faults).to.deep.equal([])
    expect(text).to.not.include('quantile=')
  })

  it('pass promtool check metrics', async function () {
    if (spawnSync('promtool', ['--version']).error) return this.skip()
    const text: string = must(await admin.get('/metrics'), 200)

    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })

    expect({ status, said: stdout + stderr }).to.deep.equal({ status: 0, said: '' })
  })

  it('are returned whatever the query of a scrape contains', async () => {
    const answers = [
      await service.anonymous.get('/health?x=1&x=2&cache=%ff'),
      await service.anonymous.get('/ready?x=1&x=2'),
      await admin.get('/metrics?x=1&collect[]=a&collect[]=b'),
      await admin.get('/metrics?tenant=17'),
    ]

    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 422])
  })

  it('include devices, coverage, jobs, agents and storage of every tenant', async () => {
    const metrics = await metricsFor(admin)

    const expected = {
      'coffer_devices{customer="acme",state="changed"}': 1,
      'coffer_devices{customer="acme",state="never"}': 1,
      'coffer_devices{customer="globex",state="never"}': 1,
      'coffer_devices_expected{customer="acme"}': 1,
      'coffer_devices_covered{customer="acme"}': 1,
      'coffer_devices_covered{customer="globex"}': 0,
      'coffer_jobs_pending{customer="acme",status="queued"}': 1,
      'coffer_jobs_ended_24h{customer="acme",status="succeeded"}': 1,
      'coffer_queue_oldest_wait_seconds{customer="acme"}': 60,
      'coffer_queue_oldest_wait_seconds{customer="globex"}': 0,
      'coffer_agents{customer="acme",status="pending"}': 1,
      'coffer_agents_lab_mode{customer="acme"}': 1,
      'coffer_agents_lab_mode{customer="globex"}': 0,
      'coffer_damaged_packs{customer="acme"}': 0,
      'coffer_duty_runs_24h{kind="report",outcome="failed"}': 1,
      'coffer_duty_runs_24h{kind="report",outcome="done"}': 1,
      'coffer_duty_last_started_timestamp_seconds{kind="report"}': service.dependencies.now().getTime() / 1000,
      coffer_object_store_up: 1,
    }
    for (const [name, value] of Object.entries(expected)) expect(metrics.get(name), name).to.equal(value)
    expect(metrics.get('coffer_stored_bytes{customer="acme"}')).to.be.above(100)
    expect(metrics.get('coffer_disk_bytes{kind="free"}')).to.be.above(0)
    expect(metrics.get('process_resident_memory_bytes')).to.be.above(1e7)
    expect(metrics.get('coffer_database_connections{pool="service",state="used"}')).to.be.a('number')
    expect([...metrics.values()].filter(Number.isNaN)).to.deep.equal([])
  })

  it('show a tenant only its own, and nothing of the machine', async () => {
    const own = await metricsFor(operator)
    const named = await metricsFor(admin, `?tenant=${customer.id}`)

    expect([...own.keys()].filter((name) => /globex|process_|disk|_http_|store_up|clock/.test(name))).to.deep.equal([])
    expect(own.get('coffer_devices_covered{customer="acme"}')).to.equal(1)
    expect([...named.keys()]).to.deep.equal([...own.keys()])
  })

  it('include the last run of every nightly task, or when it was first expected', async () => {
    const lastStarted = async (client: Client) =>
      Object.fromEntries(
        [...(await metricsFor(client))].flatMap(([name, value]) => {
          const [, kind] = /^coffer_duty_last_started_timestamp_seconds\{kind="(\w+)"\}$/.exec(name) ?? []
          return kind ? [[kind, value]] : []
        }),
      )
    for (const kind of ['rebuild', 'retention', 'purge']) await hasRun('done', { kind, tenant_id: customer.id })

    const [all, own, others] = [
      await lastStarted(admin),
      await lastStarted(operator),
      await lastStarted(await other.as('tenant_readonly')),
    ]

    const at = service.dependencies.now().getTime() / 1000
    const [began, theirs] = [
      await installedAt(),
      Date.parse(must(await admin.get(`/api/tenants/${other.id}`), 200).created_at),
    ]
    const never = {
      sample: began,
      conversion: began,
      facts: began,
      sweep: began,
      object_lock: began,
      integrity: began,
      restore_check: began,
      dump: began,
      expire: began,
    }
    expect(all).to.deep.equal({ ...never, report: at, purge: at, retention: at })
    expect(own).to.include({ retention: at })
    const since = theirs / 1000
    expect(others).to.deep.equal({ retention: since, sweep: since, integrity: since, restore_check: since })
    expect((await metricsFor(operator)).get('coffer_duty_runs_24h{kind="purge",outcome="done"}')).to.equal(1)
  })

  it('count requests by operation, without object names', async () => {
    const [device] = must(await operator.get('/api/devices'), 200)
    must(await operator.get(`/api/devices/${device.id}`), 200)
    await operator.get('/api/nothing-here')

    const metrics = await metricsFor(admin)

    const names = [...metrics.keys()]
    expect(metrics.get('coffer_http_requests_total{operation="getDevice",status="200"}')).to.be.above(0)
    expect(metrics.get('coffer_http_requests_total{operation="other",status="404"}')).to.equal(1)
    expect(metrics.get('coffer_http_request_duration_seconds_bucket{operation="getDevice",le="+Inf"}')).to.be.above(0)
    expect(names.filter((name) => /[0-9a-f]{8}-[0-9a-f]{4}/.test(name))).to.deep.equal([])
  })

  it('have Prometheus format: help and type before samples, each once', async () => {
    const answer = await admin.get('/metrics')

    const text: string = answer.body
    const declared = [...text.matchAll(/^# TYPE (\w+) (gauge|counter|histogram)$/gm)].map(([, name]) => name)
    const names = [...text.matchAll(/^(\w+?)(_bucket|_sum|_count)?(\{.*\})? \S+$/gm)].map(([, name]) => name)
    expect(answer.headers.get('content-type')).to.include('text/plain; version=0.0.4')
    expect(new Set(declared).size).to.equal(declared.length)
    expect([...new Set(names)].filter((name) => !declared.includes(name))).to.deep.equal([])
    expect(text.endsWith('\n')).to.equal(true)
  })

  it('report that the object store is unavailable', async () => {
    const check = () => Promise.reject(new StoreUnreachable(message('store_connection_lost')))
    const cut = await startTestService({ wrapStore: (store) => ({ ...store, check }) })
    const metrics = await metricsFor(await cut.as('platform_operator'))
    await cut.close()

    expect(metrics.get('coffer_object_store_up')).to.equal(0)
  })

  it('include the difference between the replica’s and the database’s clock', async () => {
    const { now } = service.dependencies
    service.dependencies.readDatabaseClock = async () => new Date(now().getTime() - 3_600_000)
    const metrics = await metricsFor(await service.as('platform_operator'))
    delete service.dependencies.readDatabaseClock
    service.dependencies.settings.metricsFacts = false

    expect(metrics.get('coffer_clock_ahead_seconds')).to.equal(3600)
  })

  it('include the expiry of a certificate if the service has one', async () => {
    const without = await metricsFor(await service.as('platform_operator'))
    service.dependencies.certificateEndsAt = () => new Date('2027-01-02T00:00:00Z')
    const shown = await metricsFor(await service.as('platform_operator'))
    delete service.dependencies.certificateEndsAt

    expect(without.has('coffer_tls_certificate_end_timestamp_seconds')).to.equal(false)
    expect(shown.get('coffer_tls_certificate_end_timestamp_seconds')).to.equal(Date.UTC(2027, 0, 2) / 1000)
  })

  it('include object locks only if the store has them, as last counted', async () => {
    const ofLocks = async () =>
      Object.fromEntries([...(await metricsFor(admin))].filter(([name]) => name.startsWith('coffer_object') && name.includes('lock'))) // prettier-ignore
    await hasLock(service, customer, 'pack')
    await recountLocks(service.dependencies, 0)
    const at = service.dependencies.now().getTime() / 1000

    const without = await ofLocks()
    const lockNoMore = pretendToLock(service)
    const counted = await ofLocks()
    const text: string = must(await admin.get('/metrics'), 200)
    lockNoMore()

    expect(without).to.deep.equal({})
    expect(counted).to.deep.equal({
      'coffer_objects_locked{customer="acme"}': 1,
      'coffer_objects_locked{customer="globex"}': 0,
      'coffer_objects_unlocked{customer="acme"}': 1,
      'coffer_objects_unlocked{customer="globex"}': 0,
      'coffer_object_lock_end_timestamp_seconds{customer="acme"}': at + 7 * 86_400,
      'coffer_object_locks_counted_timestamp_seconds{customer="acme"}': at,
      'coffer_object_locks_counted_timestamp_seconds{customer="globex"}': at,
    })
    if (spawnSync('promtool', ['--version']).error) return
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })
    expect({ status, said: stdout + stderr }).to.deep.equal({ status: 0, said: '' })
  })

  it('have the facts of devices as labels only if this is enabled, and for the customer’s users only their own', async () => {
    const info = async (client: Client) => [...(await metricsFor(client)).keys()].filter((key) => key.includes('_info'))
    const before = await info(admin)

    service.dependencies.settings.metricsFacts = true
    const ofAll = await info(admin)
    const ofOther = await info(await other.as('tenant_operator'))
    service.dependencies.settings.metricsFacts = false

    expect(before).to.deep.equal([])
    expect(ofAll).to.have.length(1)
    expect(ofAll[0]).to.match(
      /^coffer_device_info\{customer="acme",device="[^"]+",platform="netco_iosxe",vendor="Cisco",/,
    )
    expect(ofAll[0]).to.match(/,serial="",os_version="",end_of_support=""\}$/)
    expect(ofOther).to.deep.equal([])
  })

  it('have series of each device only if this is enabled, up to the maximum', async () => {
    const ofDevices = async (client: Client) =>
      Object.fromEntries([...(await metricsFor(client))].filter(([name]) => /^coffer_device_(?!info)/.test(name)))
    const [device] = must(await operator.get('/api/devices?q=core'), 200)
    const [lineage] = must(await operator.get(`/api/devices/${device.id}/artifacts`), 200)
    const [latest] = must(await operator.get(`/api/artifacts/${lineage.id}/versions`), 200)
    const writer = await customer.as('tenant_admin')
    must(await writer.put(`/api/artifacts/${lineage.id}/pin`, { version_id: latest.id }), 200)
    const age = (service.dependencies.now().getTime() - Date.parse(device.last_success_at)) / 1000
    const labels = String.raw`customer="acme",device="core\\1",site="Lyon",platform="netco_iosxe"`

    const before = await ofDevices(admin)
    service.dependencies.settings.metricsDevices = 10
    const [all, own] = [await ofDevices(admin), await ofDevices(await other.as('tenant_operator'))]
    service.dependencies.settings.metricsDevices = 1
    const cut = await ofDevices(admin)
    service.dependencies.settings.metricsDevices = 0

    expect(before).to.deep.equal({})
    expect(all).to.include({
      [`coffer_device_last_success_age_seconds{${labels}}`]: age,
      [`coffer_device_last_outcome{${labels}}`]: 1,
      [`coffer_device_last_run_duration_seconds{${labels}}`]: 0,
      [`coffer_device_drifted{${labels}}`]: 0,
      coffer_device_metrics_omitted: 0,
    })
    expect(Object.keys(all).filter((series) => series.includes('"globex"'))).to.deep.equal([])
    expect(own).to.deep.equal({ coffer_device_metrics_omitted: 0 })
    expect(cut['coffer_device_metrics_omitted']).to.equal(2)
    expect(Object.keys(cut).filter((series) => series.includes('device=') && !series.includes('core'))).to.deep.equal(
      [],
    )
  })

  it('are those of docs/monitoring.md, each with its labels', async () => {
    const document = fs.readFileSync('docs/monitoring.md', 'utf8')
    const rows = [...document.matchAll(/^\| `((?:coffer|process)_\w+)` +\| ([^|]*)\|/gm)]
    service.dependencies.certificateEndsAt = () => new Date('2027-01-02T00:00:00Z')
    service.dependencies.readDatabaseClock = async () => service.dependencies.now()
    const traces = { url: 'http://127.0.0.1:9', headers: {}, percent: 100 }
    Object.assign(service.dependencies.settings, { metricsFacts: true, metricsDevices: 10, traces })
    await steps.asPlatform((trx) => acquireTraceLease({ trx, now: service.dependencies.now() }, randomUUIDv7()))
    service.advance(3 * 86_400_000) // for the store's growth
    await hasLock(service, customer, 'pack')
    await recountLocks(service.dependencies, 0)
    const lockNoMore = pretendToLock(service)
    const exported = new Map<string, Set<string>>()
    for (const series of (await metricsFor(await service.as('platform_operator'))).keys()) {
      const [, name = '', labels = ''] = /^(\w+?)(?:_bucket|_sum|_count)?(?:\{(.*)\})?$/.exec(series) ?? []
      const seen = [...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label)
      exported.set(name, new Set([...(exported.get(name) ?? []), ...seen]))
    }
    delete service.dependencies.certificateEndsAt
    delete service.dependencies.readDatabaseClock
    lockNoMore()

    const lined = (name: string, labels: Iterable<string>) => `${name} ${[...labels].sort().join()}`.trim()
    const documented = rows.map(([, name = '', cell = '']) => lined(name, cell.match(/\w+/g) ?? []))
    expect([...exported].map(([name, labels]) => lined(name, labels)).sort()).to.deep.equal(documented.sort())
    expect(document.match(/\bcoffer_[a-z0-9_]+/g)?.filter((name) => !exported.has(name))).to.deep.equal([])
  })

  it('require a token', async () => {
    expect((await service.anonymous.get('/metrics')).status).to.equal(401)
  })
})
