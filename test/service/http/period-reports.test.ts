import { randomUUID } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { expect } from 'chai'
import type { Knex } from 'knex'
import type { components } from '../../../shared/contract/api-types.ts'
import { periodDependencies } from '../../../service/http/period-dependencies.ts'
import { freezeYesterday } from '../../../service/domain/reporting/daily-report/freeze-report.ts'
import { computeEndedPeriods } from '../../../service/domain/reporting/period-reports/compute-ended-periods.ts'
import { deliverReports } from '../../../service/domain/reporting/period-reports/sending/deliver-reports.ts'
import {
  type FailedSchedules,
  queueDueReports,
} from '../../../service/domain/reporting/period-reports/sending/queue-due-reports.ts'
import { TaskStopped } from '../../../service/workers/task-stopped.ts'
import { deleteRows } from '../../../service/domain/recovery/destruction/delete-rows.ts'
import { inScope } from '../../../service/store/scope.ts'
import { png } from '../../support/images.ts'
import { type Postfix, postfixMissing, startPostfix } from '../../support/postfix.ts'
import { publish } from '../../support/published-events.ts'
import { type AgentScene, createAgentScene } from '../../support/scene/agent-scene.ts'
import { type Client, type TestService, must, startTestService } from '../../support/service.ts'
import { systemTransactions } from '../../support/system-transactions.ts'

type Schemas = components['schemas']
type Schedule = Schemas['ReportSchedule']

const dayMs = 86_400_000
const daily = { period: 'daily', time: '06:00', time_zone: 'UTC' }

describe('reports by mail', () => {
  let service: TestService
  let customer: AgentScene
  let owner: Client
  let admin: Client
  before(async () => {
    service = await startTestService({ now: new Date('2026-11-29T12:00:00Z') })
    customer = await createAgentScene(service, 'acme')
    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx('tenants').where({ id: customer.id }).update({ created_at: '2026-11-26T12:00:00Z' }),
    )
    owner = await customer.as('tenant_admin')
    admin = await service.as('platform_admin')
  })
  after(() => service.close())

  const advanceTo = (at: string) => service.advance(Date.parse(at) - service.dependencies.now().getTime())
  const freeze = () => freezeYesterday(systemTransactions(service.dependencies), service.dependencies.keys, 'UTC')
  const compute = () =>
    computeEndedPeriods(periodDependencies(service.dependencies), (_id, error) => {
      throw error as Error
    })
  const queue = (changes: object = {}) =>
    queueDueReports({ ...periodDependencies(service.dependencies), ...changes }, new Map(), (_id, error) => {
      throw error as Error
    })
  let unreadable = 0
  const withoutPdf = new Set<string>()
  const send = (changes: object = {}) => {
    const { serviceKeys, settings, now, workers } = service.dependencies
    const { settingsKey } = serviceKeys
    const { baseUrl } = settings
    return deliverReports({ ...periodDependencies(service.dependencies), workers, settingsKey, baseUrl, now, withoutPdf, reportFailure: () => unreadable++, ...changes }) // prettier-ignore
  }
  let made = 0
  const hasSchedule = async (fields: object = {}, client = owner, query = ''): Promise<Schedule> => {
    const body = { name: `schedule ${++made}`, ...daily, recipients: ['noc@example.net'], ...fields }
    return must(await client.post(`/api/report-schedules${query}`, body), 201)
  }
  const sentOf = async ({ id }: Schedule, client = owner): Promise<Schemas['SentReport'][]> =>
    must(await client.get(`/api/sent-reports?schedule_id=${id}`), 200)
  const remove = async ({ id }: Schedule, client = owner) =>
    must(await client.delete(`/api/report-schedules/${id}`), 204)
  const read = async (query: string, client = owner): Promise<Schemas['PeriodReport']> =>
    must(await client.get(`/api/reports/period?${query}`), 200)

  it('contain the frozen coverage, failures, changes, restores and access of a period, and do not change', async () => {
    const router = await customer.hasRouter()
    await customer.backUpTexts(router, { 'running-config': 'hostname r1\n!\nend\n' })
    await customer.backUpTexts(router, { 'running-config': 'hostname r1\n!\nntp server 192.0.2.9\n!\nend\n' })
    must(await customer.admin.post(`/api/backups/trigger?tenant=${customer.id}`, { device_ids: [router] }), 202)
    await customer.agent.result(await customer.agent.startJob(), { outcome: 'failed', error_code: 'auth_failed' })
    const [change] = must(await owner.get('/api/changes'), 200)
    must(await owner.get(`/api/artifacts/versions/${change.version.id}/content`), 200)
    must(await admin.post(`/api/storage/sample?tenant=${customer.id}`, {}), 200)

    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx.raw(
        `insert into policy_runs (id, tenant_id, kind, started_at, finished_at, outcome, counts, dry_run)
         select gen_random_uuid(), ?, 'restore_check', ended, ended, case when n = 0 then 'failed' else 'done' end, '{}', false
         from generate_series(0, 100) n, lateral (select timestamptz '2026-11-29T13:00:00Z' + n * interval '1 minute' as ended) t`,
        [customer.id],
      ),
    )

    await inScope(service.dependencies.knex, { kind: 'platform' }, async (trx) => {
      await trx('versions').where({ id: change.version.id }).update({ captured_at: '2026-11-28T23:58:00Z' })
      const search = {
        ...{ action: 'config.search', object: 'search', outcome: 'done' },
        ts: service.dependencies.now(),
      }
      const { email: actor } = must(await owner.get('/api/auth/me'), 200)
      const detail = JSON.stringify({ devices: [router, randomUUID()] })
      await trx('audit').insert({ ...search, id: randomUUID(), tenant_id: customer.id, actor, role: 'tenant_admin', detail }) // prettier-ignore
    })

    const live = await read('period=daily&to=2026-11-29')
    advanceTo('2026-11-30T00:05:00Z')
    const early = await read('period=daily&to=2026-11-29')
    await freeze()
    expect(await compute()).to.equal(4)
    must(await owner.post(`/api/artifacts/versions/${change.version.id}/review`, { note: 'planned' }), 200)
    advanceTo('2026-11-30T01:00:00Z')
    const stored = await read('period=daily')
    advanceTo('2026-11-30T02:00:00Z')

    expect([live.live, early.live, stored.live]).to.deep.equal([true, true, false])
    expect(stored).to.include({ from: '2026-11-29', to: '2026-11-29', time_zone: 'UTC', period: 'daily' })
    expect(stored.customer).to.include({ slug: 'acme' })
    expect(stored.coverage).to.deep.include({ days: [{ day: '2026-11-29', devices: 1, covered: 1, exceptions: 1 }], missing_days: [], customers: [], total_exceptions: 1 }) // prettier-ignore
    expect(stored.coverage.exceptions[0]).to.deep.include({ reasons: ['failed'], customer: 'acme' })
    const { device } = stored.coverage.exceptions[0]!
    expect(stored.failures).to.deep.equal({
      causes: [{ cause: 'auth_failed', runs: 1, devices: 1, examples: [device] }],
      runs: 3,
      failed_runs: 1,
    })
    expect(stored.changes).to.include({ total: 1, unreviewed: 1 })
    expect((await read('period=daily&to=2026-11-28')).changes.total).to.equal(0)
    expect(stored.changes.changes[0]).to.include({ device, configuration: 'running-config', added: 2, author: null, review: null }) // prettier-ignore
    expect(stored.restores).to.include({ total: 101, failed: 1 })
    expect(stored.restores.proofs[0]).to.include({ kind: 'restore_check', outcome: 'failed' })
    expect(stored.storage.days).to.have.length(1)
    expect(stored.storage.original_bytes).to.be.greaterThan(40)
    expect(stored.access?.users).to.have.length(1)
    expect(stored.access?.users[0]).to.include({ views: 1, searches: 1, downloads: 0, devices: 2 })
    expect(await read('period=daily&to=2026-11-29')).to.deep.equal(stored)
  })

  it('name the days without a frozen report since the customer exists, and end with the month or the week', async () => {
    const week = await read('period=weekly&to=2026-11-25')
    const earlier = await read('period=daily&to=2026-11-25')
    const month = await read('period=monthly&to=2026-11-30')

    expect(week).to.include({ from: '2026-11-23', to: '2026-11-29', live: false })
    expect(week.coverage.missing_days).to.deep.equal(['2026-11-26', '2026-11-27', '2026-11-28'])
    expect(earlier.coverage.missing_days).to.deep.equal([])
    expect(month).to.include({ from: '2026-11-01', to: '2026-11-30', live: true })
    expect((await owner.get('/api/reports/period?period=daily&to=2027-01-01')).body.errors[0].code).to.equal('day_in_future') // prettier-ignore
    expect((await owner.get('/api/reports/period?period=daily&to=2025-01-01')).body.errors[0].code).to.equal('day_too_early') // prettier-ignore
  })

  it('leave out who read what for readers without the audit log', async () => {
    const reader = await customer.as('tenant_readonly')
    const body = { name: 'with access', ...daily, recipients: ['noc@example.net'], sections: ['access'] }
    const writer = await service.as('platform_admin')
    const custom = { name: 'reporters', permissions: ['report:read', 'retention:write', 'device:read'] }
    const role = must(await writer.post(`/api/roles?tenant=${customer.id}`, custom), 201)
    const person = { name: 'A reporter', email: 'reporter@example.net', role: 'tenant_custom', role_id: role.id }
    const reporter = await service.inSessionOf(
      await customer.create('users', { ...person, password: 'a password of words' }),
    )
    const refused = await reporter.post('/api/report-schedules', body)
    const schedule = await hasSchedule({ time: '03:00' }, reporter)

    expect((await read('period=daily&to=2026-11-29', reader)).access).to.equal(null)
    const page = must(await reader.get('/api/reports/period?period=daily&to=2026-11-29&format=html&language=fr'), 200)
    expect(page).to.include('lang="fr"')
    expect(refused.status).to.equal(403)
    expect(refused.body).to.include({ code: 'permission_missing', missing: 'audit:read' })
    expect(schedule.sections).not.to.include('access')
    expect((await reader.post('/api/report-schedules', body)).status).to.equal(403)
    const withAccess = await hasSchedule({ sections: ['access'] })
    const path = `/api/report-schedules/${withAccess.id}`
    expect((await reporter.patch(path, { name: 'renamed' })).status).to.equal(403)
    const disabled = must(await reporter.patch(path, { enabled: false }), 200)
    expect(disabled)
      .to.include({ enabled: false })
      .and.to.deep.include({ sections: ['access'] })
    const limits = { permissions: ['report:read', 'device:read'], sites: ['Lyon'] }
    must(await writer.patch(`/api/roles/${role.id}?tenant=${customer.id}`, limits), 200)
    advanceTo(schedule.next_at!)
    await queue()
    expect(await sentOf(schedule)).to.deep.equal([])
    await remove(withAccess)
    await remove(schedule)
  })

  it('are sent at their time, once, by two replicas at once', async () => {
    advanceTo('2026-11-30T05:00:00Z')
    const schedule = await hasSchedule()
    expect(schedule.next_at).to.equal('2026-11-30T06:00:00.000Z')
    expect(await queue()).to.equal(0)

    advanceTo('2026-11-30T06:00:00Z')
    const queued = await Promise.all([queue(), queue()])

    expect(queued.toSorted()).to.deep.equal([0, 1])
    const [sent, ...others] = await sentOf(schedule)
    expect(others).to.deep.equal([])
    expect(sent).to.include({ from: '2026-11-29', to: '2026-11-29', sent_by: null, name: schedule.name })
    expect(sent?.deliveries).to.have.length(1)
    expect(sent?.deliveries[0]).to.include({ recipient: 'noc@example.net', status: 'waiting' })
    await remove(schedule)
  })

  it('catch up once, with the latest period, and wait until its last day is frozen', async () => {
    const schedule = await hasSchedule({ time: '00:00' })
    advanceTo('2026-12-04T00:02:00Z')
    expect(await queue()).to.equal(0)

    await freeze()
    expect(await queue()).to.equal(1)
    expect(await queue()).to.equal(0)

    const [sent, ...others] = await sentOf(schedule)
    expect(sent).to.include({ to: '2026-12-03' })
    expect(others).to.deep.equal([])
    const after = must(await owner.get(`/api/report-schedules/${schedule.id}`), 200)
    expect(after.next_at).to.equal('2026-12-05T00:00:00.000Z')
    advanceTo('2026-12-05T00:30:00Z') // not frozen
    expect(await queue()).to.equal(0)
    advanceTo('2026-12-05T01:10:00Z') // can no longer be frozen
    expect(await queue()).to.equal(1)
    await remove(schedule)
  })

  it('follow the clock of their time zone', async () => {
    const monthly = { period: 'monthly', time: '02:30', day_of_month: 28, time_zone: 'Europe/Paris' }
    advanceTo('2027-03-01T12:00:00Z')
    const skipped = await hasSchedule(monthly) // 02:30 does not exist on 28 March 2027
    const weekly = await hasSchedule({ period: 'weekly', weekday: 'thu', time_zone: 'America/New_York' })
    const wrong = await owner.patch(`/api/report-schedules/${weekly.id}`, { day_of_month: 3 })
    const unknown = await owner.patch(`/api/report-schedules/${weekly.id}`, { time_zone: 'Mars/Base' })

    expect(skipped.next_at).to.equal('2027-03-28T01:00:00.000Z')
    expect(weekly.next_at).to.equal('2027-03-04T11:00:00.000Z')
    expect(wrong.body.errors[0]).to.include({ path: 'day_of_month', code: 'contradicts' })
    expect(unknown.body.errors[0]).to.include({ path: 'time_zone', code: 'time_zone_unknown' })
    for (const schedule of [skipped, weekly]) await remove(schedule)
  })

  it('contain the period that ended in the time zone of the schedule, once', async () => {
    const tokyo = await hasSchedule({ period: 'monthly', time: '07:00', day_of_month: 1, time_zone: 'Asia/Tokyo' })
    advanceTo(tokyo.next_at!)
    expect(tokyo.next_at).to.equal('2027-03-31T22:00:00.000Z')
    expect(await queue()).to.equal(0) // March has not ended in UTC
    advanceTo('2027-04-01T01:10:00Z')
    expect(await queue()).to.equal(1)
    expect((await sentOf(tokyo))[0]).to.include({ from: '2027-03-01', to: '2027-03-31' })
    await remove(tokyo)

    advanceTo('2027-03-01T12:00:00Z')
    const stopped = await hasSchedule()
    advanceTo('2027-03-04T05:00:00Z')
    expect(await queue()).to.equal(1)
    advanceTo('2027-03-04T06:00:00Z')
    expect(await queue()).to.equal(0)
    expect((await sentOf(stopped)).map(({ to }) => to)).to.deep.equal(['2027-03-03'])
    await remove(stopped)
    advanceTo('2027-03-01T12:00:00Z')
  })

  it('are sent each day if the zones of schedule and service differ by a day', async () => {
    const timeZone = 'Pacific/Honolulu' // UTC-10
    advanceTo('2027-03-05T12:00:00Z')
    const [morning, midnight] = [
      await hasSchedule({ time: '07:00', time_zone: 'Pacific/Kiritimati' }), // UTC+14
      await hasSchedule({ time: '00:02', time_zone: 'Pacific/Kiritimati' }),
    ]
    expect([morning.next_at, midnight.next_at]).to.deep.equal(['2027-03-05T17:00:00.000Z', '2027-03-06T10:02:00.000Z'])

    for (const at of ['2027-03-06T10:30:00Z', '2027-03-06T11:10:00Z', '2027-03-07T11:10:00Z', '2027-03-08T11:10:00Z']) {
      advanceTo(at)
      await queue({ timeZone })
      expect(await queue({ timeZone })).to.equal(0)
    }

    expect((await sentOf(morning)).map(({ to }) => to)).to.deep.equal(['2027-03-07', '2027-03-06', '2027-03-05'])
    expect((await sentOf(midnight)).map(({ to }) => to)).to.deep.equal(['2027-03-07', '2027-03-06'])
    for (const schedule of [morning, midnight]) await remove(schedule)
    advanceTo('2027-03-01T12:00:00Z')
  })

  it('are not lost by a change of the recipients, or held up by many that wait for the end of their day', async () => {
    const tokyo = { period: 'daily', time: '07:00', time_zone: 'Asia/Tokyo' }
    const [waiting, due] = [await hasSchedule(tokyo), await hasSchedule({ time: '22:15' })]
    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx.raw(
        `insert into report_schedules
         select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'name', 'copy ' || n))).*
         from report_schedules s, generate_series(1, 200) n where id = ?`,
        [waiting.id],
      ),
    )
    advanceTo('2027-03-01T22:30:00Z')
    expect(await queue()).to.equal(1)
    expect(await sentOf(due)).to.have.length(1)
    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx('report_schedules').whereLike('name', 'copy %').delete(),
    )

    const recipients = ['noc@example.net', 'cto@example.net']
    must(await owner.patch(`/api/report-schedules/${waiting.id}`, { ...tokyo, recipients }), 200)
    advanceTo('2027-03-02T01:10:00Z')
    await queue()
    expect((await sentOf(waiting)).map(({ to }) => to)).to.deep.equal(['2027-03-01'])
    for (const schedule of [waiting, due]) await remove(schedule)
    advanceTo('2027-03-01T12:00:00Z')
  })

  it('are suspended with the user whose role their schedule has, and taken over by another', async () => {
    const leaving = await customer.as('tenant_admin')
    const schedule = await hasSchedule({}, leaving)
    const { id } = must(await leaving.get('/api/auth/me'), 200)
    must(await admin.patch(`/api/users/${id}`, { role: 'tenant_readonly' }), 200)
    advanceTo(schedule.next_at!)
    service.advance(dayMs)

    await queue()
    await publish(service)

    const suspended = must(await owner.get(`/api/report-schedules/${schedule.id}`), 200)
    expect(suspended).to.include({
      enabled: false,
      disabled_reason_code: 'schedule_owner_lost_permissions',
      next_at: null,
    })
    expect(await sentOf(schedule)).to.deep.equal([])
    const events: Schemas['ReportScheduleSuspendedEvent'][] = must(await owner.get('/api/events?type=report_schedule.suspended'), 200) // prettier-ignore
    expect(events.map(({ data }) => data).find(({ schedule_id: id }) => id === schedule.id)).to.deep.equal({
      schedule_id: schedule.id,
      name: schedule.name,
      reason: 'schedule_owner_lost_permissions',
    })
    const resumed = must(await owner.patch(`/api/report-schedules/${schedule.id}`, { enabled: true }), 200)
    expect(resumed).to.include({ enabled: true, disabled_reason: null })
    await remove(schedule)
  })

  it('end with a schedule that is disabled while they wait, and for a removed recipient', async () => {
    const recipients = ['noc@example.net', 'gone@example.net']
    const schedule = await hasSchedule({ recipients })
    advanceTo(schedule.next_at!)
    service.advance(dayMs)
    await queue()
    const change = (fields: object) => owner.patch(`/api/report-schedules/${schedule.id}`, fields)

    must(await change({ recipients: ['noc@example.net'] }), 200)
    await send()
    const [first] = await sentOf(schedule)
    must(await change({ enabled: false }), 200)
    service.advance(dayMs)
    await send()

    const gone = first!.deliveries.find(({ recipient }) => recipient === 'gone@example.net')
    expect(gone).to.deep.include({ status: 'failed', attempts: [] })
    const [last] = await sentOf(schedule)
    expect(last!.deliveries.map(({ status }) => status)).to.deep.equal(['failed', 'failed'])
    await remove(schedule)
  })

  it('of another customer are not found, and a limited caller has none', async () => {
    const schedule = await hasSchedule()
    const sent = must(await owner.post(`/api/report-schedules/${schedule.id}/send`, undefined), 202)
    const other = await service.hasTenant()
    const stranger = await other.as('tenant_admin')
    const token = { name: 'limited', role: 'tenant_admin', sites: ['Lyon'] }
    const limited = await customer.as('tenant_admin')
    const { token: secret } = must(await limited.post('/api/auth/tokens', token), 201)

    const paths = [`/api/report-schedules/${schedule.id}`, `/api/sent-reports/${sent.id}/content`]
    for (const path of paths) expect((await stranger.get(path)).status).to.equal(404)
    expect(must(await stranger.get('/api/report-schedules'), 200)).to.deep.equal([])
    expect(must(await stranger.get('/api/sent-reports'), 200)).to.deep.equal([])
    const answer = await fetch(`${service.url}/api/report-schedules`, {
      headers: { authorization: `Bearer ${secret}` },
    })
    expect(answer.status).to.equal(403)
    expect(await answer.json()).to.include({ code: 'scope_limited' })
    await remove(schedule)
  })

  it('are sent on request once for a repeated request, and at most 20 times an hour', async () => {
    service.advance(2 * 3_600_000)
    const schedule = await hasSchedule()
    const path = `/api/report-schedules/${schedule.id}/send`
    const repeated = { 'Idempotency-Key': randomUUID() }
    const first = must(await owner.post(path, undefined, repeated), 202)
    expect(must(await owner.post(path, undefined, repeated), 202)).to.deep.equal(first)
    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx.raw(
        `insert into sent_reports (id, tenant_id, schedule_id, report_id, name, language, attach_pdf, sections, sent_by, created_at)
         select gen_random_uuid(), tenant_id, null, report_id, name, language, attach_pdf, sections, sent_by, created_at
         from sent_reports, generate_series(1, 18) where id = ?`,
        [first.id],
      ),
    )
    service.advance(60_000)

    const together = await Promise.all([owner.post(path, undefined), owner.post(path, undefined)])
    const ofAll = await hasSchedule({}, admin)

    expect(together.map(({ status }) => status).toSorted()).to.deep.equal([202, 429])
    const refused = together.find(({ status }) => status === 429)!
    expect(refused.headers.get('retry-after')).to.equal('3540')
    expect(refused.body).to.include({
      code: 'too_many_reports',
      detail: 'The report was not sent: 20 reports were sent on request in the last hour. Try again in 59 min.',
    })
    service.advance(-2_000) // a replica whose clock is behind
    expect((await owner.post(path, undefined)).status).to.equal(429)
    service.advance(2_000)
    must(await owner.post(path, undefined, repeated), 202)
    must(await admin.post(`/api/report-schedules/${ofAll.id}/send`, undefined), 202)
    service.advance(59 * 60_000)
    must(await owner.post(path, undefined), 202)
    await remove(schedule)
    await remove(ofAll, admin)
  })

  it('of all customers have no tenant, and lose the names of a destroyed one', async () => {
    const schedule = await hasSchedule({}, admin)
    const before = must(await admin.get('/api/reports/period?period=daily&to=2026-11-29'), 200)
    const gone = await service.hasTenant('gone')
    advanceTo('2027-03-03T00:05:00Z')
    await freeze()
    const both = must(await admin.get('/api/reports/period?period=daily'), 200)
    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx('tenant_keys').where({ tenant_id: gone.id }).update({ destroyed_at: service.dependencies.now() }),
    )
    service.dependencies.keys.forget(gone.id)
    const after = must(await admin.get('/api/reports/period?period=daily'), 200)
    const stranger = await gone.as('tenant_admin')

    expect(schedule.tenant_id).to.equal(null)
    expect(before).to.include({ customer: null })
    const names = (report: Schemas['PeriodReport']) => report.coverage.customers.map(({ slug }) => slug)
    expect(names(both)).to.include.members(['gone', 'acme'])
    expect(names(after)).to.deep.equal(names(both).filter((slug) => slug !== 'gone'))
    expect(after.coverage.days).to.deep.equal(both.coverage.days)
    expect((await stranger.get('/api/reports/period?period=daily')).body.code).to.equal('keys_destroyed')
    await remove(schedule, admin)
  })

  it('have a logo, which is an image by its content', async () => {
    const path = `/api/tenants/${customer.id}/logo`
    const put = (data: Buffer) => admin.put(path, { data: data.toString('base64') })
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const huge = png({ width: 30_000, height: 30_000, pixels: deflateSync(Buffer.alloc(1_000)) })
    const bomb = png({ width: 2, height: 2, pixels: deflateSync(Buffer.alloc(50_000_000)) })

    expect((await owner.get(path)).status).to.equal(404)
    for (const data of [svg, huge, bomb]) expect((await put(data)).body.errors[0].code).to.equal('logo_invalid')
    expect((await put(Buffer.alloc(256 * 1024 + 1))).body.errors[0].code).to.equal('logo_too_large')
    const small = png({ width: 2, height: 2 })
    expect(must(await put(small), 200)).to.deep.equal({ type: 'image/png', width: 2, height: 2, size_bytes: small.length }) // prettier-ignore
    const shown = await owner.get(path)
    expect(shown.headers.get('content-type')).to.equal('image/png')
    expect(shown.bytes).to.deep.equal(small)
    expect((await owner.put(path, { data: small.toString('base64') })).status).to.equal(403)
    must(await admin.delete(path), 204)
    expect((await owner.get(path)).status).to.equal(404)
  })

  describe('through a real postfix', () => {
    let postfix: Postfix
    before(async function () {
      if (postfixMissing()) return this.skip()
      postfix = await startPostfix()
      const server = { host: '127.0.0.1', port: postfix.plainPort, security: 'none', from: 'coffer@example.net' }
      must(await admin.put('/api/mail-server', server), 200)
      await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) => trx('report_deliveries').delete())
    })
    after(() => postfix?.stop())

    it('arrive as HTML and PDF at each recipient, and are not retried for one that the server refuses permanently', async () => {
      const recipients = ['noc@example.net', 'noc+ops@example.net', 'nobody@example.net']
      const schedule = await hasSchedule({ recipients, language: 'fr', time: '06:00' })
      advanceTo('2027-03-03T06:00:00Z')
      await queue()
      await send()
      await send()

      const mails = [await postfix.receive(), await postfix.receive()]
      expect(mails.map((mail) => /^To: (.*)$/m.exec(mail)?.[1]).toSorted()).to.deep.equal(['noc+ops@example.net', 'noc@example.net']) // prettier-ignore
      for (const mail of mails) {
        expect(mail).to.match(/^Content-Type: text\/html; charset=utf-8$/m)
        expect(mail).to.match(/^Content-Type: application\/pdf; name=acme-daily-2027-03-02\.pdf$/m)
        expect(mail)
          .to.match(/^Message-ID: <report-[0-9a-f]{32}@localhost>$/m)
          .and.to.match(/^Content-Language: fr$/m)
      }
      const [sent] = await sentOf(schedule)
      const states = Object.fromEntries(sent!.deliveries.map(({ recipient, status }) => [recipient, status]))
      expect(states).to.deep.equal({
        'noc@example.net': 'delivered',
        'noc+ops@example.net': 'delivered',
        'nobody@example.net': 'failed',
      })
      const [seen] = await sentOf(schedule, admin)
      const refused = seen!.deliveries.find(({ recipient }) => recipient === 'nobody@example.net')
      expect(refused?.attempts).to.have.length(1)
      expect(refused?.attempts[0]).to.include({ error_code: 'delivery_refused', status: 550 })
      expect(refused).to.include({ next_at: null })

      const hidden = sent!.deliveries.find(({ recipient }) => recipient === 'nobody@example.net')
      expect(hidden?.attempts[0]).to.include({ error_code: 'mail_server_failed' })
      expect(JSON.stringify(sent)).not.to.match(/127\.0\.0\.1|User unknown/)

      await publish(service)
      const [event] = must(await owner.get('/api/events?type=report.undeliverable'), 200)
      expect(event?.data).to.include({ recipient: 'nobody@example.net', name: schedule.name, to: '2027-03-02' })
      expect(postfix.count()).to.equal(0)
      await remove(schedule)
    })

    it('fail after 7 days without a mail server', async () => {
      const server = must(await admin.get('/api/mail-server'), 200)
      must(await admin.delete('/api/mail-server'), 204)
      const schedule = await hasSchedule({ recipients: ['noc@example.net'] })
      must(await owner.post(`/api/report-schedules/${schedule.id}/send`, undefined), 202)
      await send()
      const waiting = (await sentOf(schedule))[0]!.deliveries[0]
      service.advance(7 * dayMs)
      await send()
      const failed = (await sentOf(schedule))[0]!.deliveries[0]
      await publish(service)
      const events = must(await owner.get('/api/events?type=report.undeliverable'), 200)
      const { host, port, security, from } = server
      must(await admin.put('/api/mail-server', { host, port, security, from }), 200)
      await remove(schedule)

      expect(waiting).to.include({ status: 'waiting' })
      expect(failed).to.include({ status: 'failed', next_at: null })
      expect(events.at(-1)?.data).to.include({ recipient: 'noc@example.net', name: schedule.name })
    })

    it('are sent without a PDF that takes too long, which is tried once, and not while the service stops', async () => {
      let written = 0
      const workers = {
        run: (task: string) => {
          written += 1
          return Promise.reject(new TaskStopped(task, 'time', 'stopped after 60 s'))
        },
      }
      const { host, port, security, from } = must(await admin.get('/api/mail-server'), 200)
      must(await admin.delete('/api/mail-server'), 204)
      const schedule = await hasSchedule()
      must(await owner.post(`/api/report-schedules/${schedule.id}/send`, undefined), 202)
      expect(await send({ workers, stopping: AbortSignal.abort() })).to.equal(0)
      expect(written).to.equal(0)
      await send({ workers })
      must(await admin.put('/api/mail-server', { host, port, security, from }), 200)
      service.advance(3_600_000)
      await send({ workers })
      const mail = await postfix.receive()
      await remove(schedule)
      unreadable = 0

      expect(mail).to.include('The PDF is not attached').and.not.to.include('application/pdf')
      expect(written).to.equal(1)
    })

    it('are sent on request, and can be downloaded later', async () => {
      const schedule = await hasSchedule({ attach_pdf: false, sections: ['coverage', 'access'] })
      const sent = must(await owner.post(`/api/report-schedules/${schedule.id}/send`, undefined), 202)
      await send()
      const mail = await postfix.receive()
      await remove(schedule)
      const reader = await customer.as('tenant_readonly')
      const pdf = await reader.get(`/api/sent-reports/${sent.id}/content`)
      const html = await owner.get(`/api/sent-reports/${sent.id}/content?format=html`)

      expect(sent).to.include({ sent_by: must(await owner.get('/api/auth/me'), 200).email })
      expect(mail).not.to.include('application/pdf')
      expect(pdf.headers.get('content-type')).to.equal('application/pdf')
      expect(pdf.bytes.toString('latin1', 0, 5)).to.equal('%PDF-')
      expect(html.headers.get('content-security-policy')).to.include('sandbox')
      expect(html.body).to.include('<html')
      const records = must(await owner.get('/api/audit?action=report.download'), 200)
      expect(records[0]).to.include({ object: 'sent_report', object_id: sent.id })
    })
  })

  it('that cannot be read fail alone, and are not computed again at once', async () => {
    const { knex } = service.dependencies
    await inScope(knex, { kind: 'platform' }, (trx) => trx('report_deliveries').delete())
    const broken = await hasSchedule({ time: '00:10' })
    const readable = await hasSchedule({}, admin)
    must(await owner.post(`/api/report-schedules/${broken.id}/send`, undefined), 202)
    must(await admin.post(`/api/report-schedules/${readable.id}/send`, undefined), 202)
    const parts = (trx: Knex) => trx('period_report_parts').where({ tenant_id: customer.id })
    const before = await inScope(knex, { kind: 'platform' }, (trx) => parts(trx).select('report_id', 'part'))
    await inScope(knex, { kind: 'platform' }, (trx) =>
      parts(trx).whereIn('report_id', trx('period_reports').select('id').where({ tenant_id: customer.id })).update({ part: Buffer.from('x') }),
    ) // prettier-ignore

    await send()
    advanceTo(broken.next_at!)
    const [failed, failures]: [FailedSchedules, string[]] = [new Map(), []]
    const queueWith = () => queueDueReports(periodDependencies(service.dependencies), failed, (id) => failures.push(id))
    await queueWith()
    await queueWith()
    service.advance(60_000)
    await queueWith()

    const codes = async (schedule: Schedule, client: Client) =>
      (await sentOf(schedule, client))[0]!.deliveries[0]!.attempts.map(({ error_code: code }) => code)
    expect(await codes(broken, owner)).to.deep.equal(['delivery_not_prepared'])
    expect(await codes(readable, admin)).to.deep.equal(['mail_server_missing'])
    expect(unreadable).to.equal(1)
    expect(failures).to.deep.equal([broken.id, broken.id])
    await inScope(knex, { kind: 'platform' }, async (trx) => {
      for (const { report_id, part } of before) await parts(trx).where({ report_id }).update({ part })
    })
    for (const one of [readable, broken]) await remove(one, admin)
  })

  it('of a deleted customer are gone', async () => {
    const { knex } = service.dependencies
    const gone = await createAgentScene(service, 'deleted')
    const writer = await gone.as('tenant_admin')
    const schedule = await hasSchedule({}, writer)
    must(await writer.post(`/api/report-schedules/${schedule.id}/send`, undefined), 202)
    const now = service.dependencies.now()
    const running = {
      id: gone.id,
      kind: 'tenant',
      state: 'running',
      tenant_id: gone.id,
      slug: 'deleted',
      name: 'deleted',
    }
    await inScope(knex, { kind: 'platform' }, (trx) =>
      trx('destructions').insert({ ...running, requested_by: 'admin', requested_at: now, due_at: now }),
    )

    await deleteRows(systemTransactions(service.dependencies), { id: gone.id, tenantId: gone.id })

    for (const table of [
      'report_schedules',
      'period_reports',
      'period_report_parts',
      'sent_reports',
      'report_deliveries',
    ]) {
      const rows = await inScope(knex, { kind: 'platform' }, (trx) => trx(table).where({ tenant_id: gone.id }))
      expect(rows, table).to.deep.equal([])
    }
  })
})
