import { codedErrors } from '../../../support/field-errors.ts'
import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { anAgent } from '../../../support/fake-agent.ts'
import {
  type Answer,
  type Client,
  type Customer,
  type TestService,
  must,
  startTestService,
} from '../../../support/service.ts'
import { shortIntervals } from '../../../support/short-intervals.ts'

const minute = 60_000

describe('a backup trigger', () => {
  let service: TestService
  let customer: Customer
  let operator: Client

  before(async () => {
    service = await startTestService()
    service.dependencies.intervals = shortIntervals
  })
  beforeEach(async () => {
    customer = await service.hasTenant()
    operator = await customer.as('tenant_operator')
  })
  after(() => service.close())

  const idsOf = (runs: { id: string }[]) => runs.map(({ id }) => id)

  it('queues a backup of every active device, unless one is pending', async () => {
    const admin = await customer.as('tenant_admin')
    const [first, second] = [await customer.hasDevice(), await customer.hasDevice()]
    const disabled = await customer.hasDevice()
    must(await admin.patch(`/api/devices/${disabled.id}`, { enabled: false }), 200)
    const gone = await customer.hasDevice()
    must(await admin.post(`/api/devices/${gone.id}/decommission`), 200)
    must(await operator.post('/api/backups/trigger', { device_ids: [first.id] }), 202)

    const answer = await operator.post('/api/backups/trigger', { all_devices: true })
    const again = await operator.post('/api/backups/trigger', { all_devices: true })

    expect(answer.body.map((run: { device_id: string }) => run.device_id)).to.deep.equal([second.id])
    expect(answer.body[0]).to.include({ kind: 'backup', trigger: 'manual', status: 'queued' })
    expect([again.status, again.body]).to.deep.equal([202, []])
  })

  it('groups failures by cause, and repeats one cause or all', async () => {
    const agent = await anAgent(service, customer)
    const fail = async (errorCode: string) => {
      const device = await customer.hasDevice({ agent_ids: [agent.id] })
      must(await operator.post('/api/backups/trigger', { device_ids: [device.id] }), 202)
      const job = await agent.startJob()
      await agent.result(job, { outcome: 'failed', error_code: errorCode, report: { error: `${errorCode}: look` } })
      return device
    }
    const refused = [await fail('privilege_insufficient'), await fail('privilege_insufficient')]
    const denied = await fail('auth_failed')
    await customer.hasDevice() // never backed up
    const ids = (devices: { id: string }[]) => devices.map(({ id }) => id).sort()
    const devicesOf = (runs: { device_id: string }[]) => runs.map((run) => run.device_id).sort()

    const causes = must(await operator.get('/api/backups/failures'), 200)
    const ofOne = await operator.post('/api/backups/trigger', { failed: true, error_code: 'privilege_insufficient' })
    const ofAll = await operator.post('/api/backups/trigger', { failed: true })

    expect(
      causes.map(({ status, error_code, devices }: Record<string, unknown>) => [status, error_code, devices]),
    ).to.deep.equal([
      ['failed', 'privilege_insufficient', 2],
      ['failed', 'auth_failed', 1],
    ])
    expect(causes[0].latest).to.include({ device_id: refused[1]?.id, error: 'privilege_insufficient: look' })
    expect(devicesOf(must(ofOne, 202))).to.deep.equal(ids(refused))
    expect(devicesOf(must(ofAll, 202))).to.deep.equal([denied.id])
  })

  it('rejects a cause without failed, and failed with other device selections', async () => {
    const answers = [
      await operator.post('/api/backups/trigger', { error_code: 'auth_failed', all_devices: true }),
      await operator.post('/api/backups/trigger', { failed: true, all_devices: true }),
    ]

    expect(answers.map(({ status, body }) => [status, body.errors[0].path])).to.deep.equal([
      [422, 'error_code'],
      [422, 'failed'],
    ])
  })

  it('can be limited to a platform', async () => {
    const router = await customer.hasDevice()
    await customer.hasDevice({ platform: 'linux_server', options: { paths: ['/etc'] } })

    const { body } = await operator.post('/api/backups/trigger', { all_devices: true, platform: 'netco_iosxe' })

    expect(body.map((run: { device_id: string }) => run.device_id)).to.deep.equal([router.id])
  })

  it('selects the devices of a platform without all_devices', async () => {
    const router = await customer.hasDevice()
    const server = await customer.hasDevice({ platform: 'linux_server', options: { paths: ['/etc'] } })

    const alone = await operator.post('/api/backups/trigger', { platform: 'netco_iosxe' })
    const notAll = await operator.post('/api/backups/trigger', { all_devices: false, platform: 'linux_server' })
    const nothing = await operator.post('/api/backups/trigger', { all_devices: false })

    const devicesOf = ({ body }: Answer) => body.map((run: { device_id: string }) => run.device_id)
    expect(devicesOf(alone)).to.deep.equal([router.id])
    expect(devicesOf(notAll)).to.deep.equal([server.id])
    expect([nothing.status, nothing.body.errors[0].path]).to.deep.equal([422, 'all_devices'])
  })

  it('rejects an empty selection, another tenant’s device and an inactive device', async () => {
    const own = await customer.hasDevice()
    const foreign = await (await service.hasTenant()).hasDevice()
    const admin = await customer.as('tenant_admin')
    const disabled = await customer.hasDevice()
    must(await admin.patch(`/api/devices/${disabled.id}`, { enabled: false }), 200)

    const nothing = await operator.post('/api/backups/trigger', {})
    const others = await operator.post('/api/backups/trigger', { device_ids: [own.id, foreign.id, randomUUID()] })
    const out = await operator.post('/api/backups/trigger', { device_ids: [own.id, disabled.id] })

    expect(nothing.status).to.equal(422)
    expect(codedErrors(others.body)).to.deep.equal([
      { path: 'device_ids.1', code: 'device_not_found', params: {} },
      { path: 'device_ids.2', code: 'device_not_found', params: {} },
    ])
    expect([out.status, out.body.code]).to.deep.equal([409, 'device_disabled'])
    expect(out.body.detail).to.contain(disabled.name)
    expect(must(await operator.get('/api/runs'), 200)).to.deep.equal([])
  })

  it('ends the backoff of a waiting job', async () => {
    const agent = await anAgent(service, customer)
    const device = await customer.hasDevice({ retry_attempts: 1, retry_delay_minutes: 60 })
    const [run] = must(await operator.post('/api/backups/trigger', { device_ids: [device.id] }), 202)
    const failed = { outcome: 'failed', error_code: 'connection_timeout', transport: null } as const
    await agent.result(await agent.startJob(), failed)
    const waiting = await agent.claim()

    const answer = await operator.post('/api/backups/trigger', { device_ids: [device.id] })
    const [job] = await agent.open(await agent.claim())

    expect([waiting.status, answer.body]).to.deep.equal([204, []])
    expect(job?.jobId).to.equal(run.id)
  })

  it('requires a tenant and the permission', async () => {
    const platform = await service.as('platform_operator')
    const reader = await customer.as('tenant_readonly')

    const unnamed = await platform.post('/api/backups/trigger', { all_devices: true })
    const named = await platform.post(`/api/backups/trigger?tenant=${customer.id}`, { all_devices: true })
    const forbidden = await reader.post('/api/backups/trigger', { all_devices: true })

    expect([unnamed.status, named.status, forbidden.status]).to.deep.equal([400, 202, 403])
    expect(forbidden.body.missing).to.equal('backup:trigger')
  })

  it('queues a large fleet at once', async () => {
    const { id: device } = await customer.hasDevice()
    await service.db.owner.transaction(async (trx) => {
      await trx.raw('set local role coffer_platform')
      await trx.raw(
        `insert into devices (id, tenant_id, name, hostname, platform, search, created_at, updated_at)
         select gen_random_uuid(), tenant_id, 'd' || n, hostname, platform, search, created_at, updated_at
         from devices, generate_series(1, 3000) n where id = ?`,
        [device],
      )
    })

    const { body } = await operator.post('/api/backups/trigger', { all_devices: true })

    expect(body).to.have.lengthOf(3_001)
    expect(new Set(body.map((run: { device_id: string }) => run.device_id)).size).to.equal(3_001)
  })

  describe('with an Idempotency-Key', () => {
    const request = { all_devices: true }
    const withKey = (key: string) => ({ 'Idempotency-Key': key })

    it('starts once, and returns the same jobs for a repeat', async () => {
      await customer.hasDevice()
      const key = randomUUID()

      const first = await operator.post('/api/backups/trigger', request, withKey(key))
      await operator.post(`/api/runs/${first.body[0].id}/cancel`)
      const second = await operator.post('/api/backups/trigger', request, withKey(key.toUpperCase()))
      const other = await operator.post('/api/backups/trigger', request, withKey(randomUUID()))

      expect(second.body).to.deep.equal(first.body)
      expect(idsOf(other.body)).to.not.deep.equal(idsOf(first.body))
    })

    it('starts once for concurrent equal requests', async () => {
      await customer.hasDevice()
      const key = randomUUID()

      const answers = await Promise.all(
        Array.from({ length: 6 }, () => operator.post('/api/backups/trigger', request, withKey(key))),
      )

      expect(answers.map(({ status }) => status)).to.deep.equal(Array(6).fill(202))
      expect(new Set(answers.map(({ body }) => body[0].id)).size).to.equal(1)
    })

    it('rejects the key for another request, and allows it for another user', async () => {
      const device = await customer.hasDevice()
      const key = randomUUID()
      await operator.post('/api/backups/trigger', request, withKey(key))

      const otherBody = await operator.post('/api/backups/trigger', { device_ids: [device.id] }, withKey(key))
      const otherPerson = await (await customer.as('tenant_admin')).post('/api/backups/trigger', request, withKey(key))

      expect([otherBody.status, otherBody.body.code]).to.deep.equal([409, 'idempotency_mismatch'])
      expect([otherPerson.status, otherPerson.body]).to.deep.equal([202, []])
    })

    it('does not store an error', async () => {
      const key = randomUUID()
      const device = await customer.hasDevice()
      const admin = await customer.as('tenant_admin')
      must(await admin.patch(`/api/devices/${device.id}`, { enabled: false }), 200)
      const named = { device_ids: [device.id] }
      const refused = await operator.post('/api/backups/trigger', named, withKey(key))
      must(await admin.patch(`/api/devices/${device.id}`, { enabled: true }), 200)

      const then = await operator.post('/api/backups/trigger', named, withKey(key))

      expect([refused.status, then.status]).to.deep.equal([409, 202])
    })
  })

  describe('a connection test', () => {
    it('requires an online, working agent that can reach the device and knows its platform', async () => {
      const device = await customer.hasDevice()
      const test = () => operator.post(`/api/devices/${device.id}/test`)
      const withoutAgent = await test()
      const agent = await anAgent(service, customer)
      await agent.openSession({ platforms: ['linux_server'] })
      const otherPlatform = await test()
      await agent.openSession()
      const able = await test()
      service.advance(minute)
      const silent = await test()

      const statuses = [withoutAgent, otherPlatform, able, silent].map(({ status }) => status)
      expect(statuses).to.deep.equal([409, 409, 202, 409])
      expect(withoutAgent.body.code).to.equal('no_agent')
      expect(able.body).to.include({ kind: 'test', status: 'queued' })
    })

    it('is rejected for a decommissioned device', async () => {
      const admin = await customer.as('tenant_admin')
      const device = await customer.hasDevice()
      await anAgent(service, customer)
      must(await admin.post(`/api/devices/${device.id}/decommission`), 200)

      const answer = await operator.post(`/api/devices/${device.id}/test`)

      expect([answer.status, answer.body.code]).to.deep.equal([409, 'device_decommissioned'])
    })
  })

  describe('the list of runs', () => {
    it('is sorted by time, paged and filtered', async () => {
      const agent = await anAgent(service, customer)
      const queued: string[] = []
      for (let n = 0; n < 3; n++) {
        const device = await customer.hasDevice({ retry_attempts: 0 })
        queued.unshift(must(await operator.post('/api/backups/trigger', { device_ids: [device.id] }), 202)[0].id)
        service.advance(1_000)
      }
      await agent.result(await agent.startJob(), { outcome: 'failed', error_code: 'auth_failed', transport: null })

      const first = await operator.get('/api/runs?limit=2')
      const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
      const second = await operator.get(next)
      const failed = await operator.get('/api/runs?failed_only=true')
      const waiting = await operator.get('/api/runs?status=queued')
      const at = (index: number) => `queued_at=${encodeURIComponent([...first.body, ...second.body][index].queued_at)}`
      const batch = await operator.get(`/api/runs?${at(1)}`)
      const batches = await operator.get(`/api/runs?${at(0)}&${at(2)}`)

      expect([...idsOf(first.body), ...idsOf(second.body)]).to.deep.equal(queued)
      expect(second.headers.get('link')).to.equal(null)
      expect(idsOf(failed.body)).to.deep.equal(queued.slice(2))
      expect(idsOf(waiting.body)).to.deep.equal(queued.slice(0, 2))
      expect(idsOf(batch.body)).to.deep.equal([queued[1]])
      expect(idsOf(batches.body)).to.deep.equal([queued[0], queued[2]])
    })

    it('excludes other tenants’ runs', async () => {
      const device = await customer.hasDevice()
      const [run] = must(await operator.post('/api/backups/trigger', { device_ids: [device.id] }), 202)
      const stranger = await (await service.hasTenant()).as('tenant_admin')

      const list = await stranger.get('/api/runs')
      const one = await stranger.get(`/api/runs/${run.id}`)
      const cancel = await stranger.post(`/api/runs/${run.id}/cancel`)

      expect([list.body, one.status, cancel.status]).to.deep.equal([[], 404, 404])
    })
  })
})
