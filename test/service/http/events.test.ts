import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { limitablePermissions } from '../../../shared/permissions/permissions.ts'
import {
  noticeAgents,
  reportDiskSpace,
  noticeStale,
} from '../../../service/domain/reporting/monitoring/report-agent-changes.ts'
import { recordEvents } from '../../../service/domain/outbox/events/record-events.ts'
import { inScope } from '../../../service/store/scope.ts'
import { type Client, type TestService, clientOf, must, startTestService } from '../../support/service.ts'
import { type FullScene, createFullScene } from '../../support/scene/full-scene.ts'
import { publish } from '../../support/published-events.ts'
import { systemTransactions } from '../../support/system-transactions.ts'

describe('events', () => {
  const line = 'snmp-server community hush-hush RO'
  let service: TestService
  let customer: FullScene
  let other: FullScene
  let admin: Client
  before(async () => {
    service = await startTestService()
    customer = await createFullScene(service, [`hostname r1\n${line}\nend\n`, `hostname r2\n${line}\nend\n`])
    other = await createFullScene(service)
    admin = await service.as('platform_admin')
    await publish(service)
  })
  after(() => service.close())

  const typesOf = (events: { type: string }[]) => events.map(({ type }) => type)
  const last = async (client: Client) => must(await client.get('/api/events?limit=1'), 200)[0].id as string
  const since = async (client: Client, id: string) => must(await client.get(`/api/events?after=${id}`), 200)
  const fail = async () => {
    const run = await customer.hasRun()
    const job = await customer.agent.startJob()
    await customer.agent.result(job, { outcome: 'failed', error_code: 'auth_failed', report: { error: line } })
    await publish(service)
    return run
  }

  it('describe the result of a backup with links, but without content', async () => {
    const reader = await service.as('tenant_readonly', customer)

    const { body: events } = await reader.get('/api/events?limit=1000')

    const written = events.find(({ type }: { type: string }) => type === 'version.written')
    expect(typesOf(events).slice(0, 5)).to.deep.equal([
      'agent.enrolled',
      'version.written',
      'run.changed',
      'version.written',
      'run.changed',
    ])
    expect(written).to.deep.include({ severity: 'info', tenant_id: customer.id, agent: null })
    expect(written.device).to.include({ id: customer.ids['device_id'], platform: 'netco_iosxe' })
    expect(written.data).to.include({ key: 'running-config', first: true, run_id: customer.ids['run_id'] })
    expect(typesOf(events)).to.include.members(['fingerprint.pending', 'run.blocked'])
    expect(JSON.stringify(events)).to.not.include('hush-hush')
  })

  it('are filtered by device and time', async () => {
    const reader = await service.as('tenant_readonly', customer)
    const [first] = must(await reader.get('/api/events?type=run.changed&limit=1'), 200)
    const ids = async (query: string) =>
      must(await reader.get(`/api/events?limit=1000&${query}`), 200).map(({ id }: { id: string }) => id)
    const all = must(await reader.get('/api/events?limit=1000'), 200)
    const ofDevice = all.filter(({ device }: { device: { id: string } | null }) => device?.id === first.device.id)

    expect(await ids(`device_id=${first.device.id.toUpperCase()}`)).to.deep.equal(
      ofDevice.map(({ id }: { id: string }) => id),
    )
    expect(await ids('device_id=01980f3a-5c00-7000-8000-000000000005')).to.deep.equal([])
    expect(await ids(`since=${first.at}`)).to.deep.equal(
      all.filter(({ at }: { at: string }) => at >= first.at).map(({ id }: { id: string }) => id),
    )
    expect(await ids('since=2999-01-01T00:00:00Z')).to.deep.equal([])
  })

  it('are limited to the client’s tenant, and the platform sees all', async () => {
    const reader = await service.as('tenant_readonly', other)

    const own = (await reader.get('/api/events?limit=1000')).body
    const all = (await admin.get('/api/events?limit=1000')).body

    const tenants = (events: { tenant_id: string }[]) => new Set(events.map((event) => event.tenant_id))
    expect([...tenants(own)]).to.deep.equal([other.id])
    expect([...tenants(all)]).to.include.members([customer.id, other.id])
  })

  it('continue after the last one seen, and report when it is unknown', async () => {
    const reader = await service.as('tenant_readonly', customer)
    const seen = await last(reader)
    await fail()

    const next = await since(reader, seen)
    const unknown = await reader.get(`/api/events?after=${await last(await service.as('tenant_admin', other))}`)

    expect(typesOf(next)).to.deep.equal(['run.failed'])
    expect(next[0].data).to.deep.include({ error_code: 'auth_failed', trigger: 'manual' })
    expect([unknown.status, unknown.body.errors[0].path]).to.deep.equal([422, 'after'])
  })

  it('are listed from the latest, filtered by type and minimum severity', async () => {
    const reader = await service.as('tenant_readonly', customer)
    await fail()
    const all = must(await reader.get('/api/events?limit=1000'), 200)
    const ids = all.map(({ id }: { id: string }) => id)

    const gone: string[] = []
    for (let before = ''; ; before = `&before=${gone[0]}`) {
      const page = must(await reader.get(`/api/events?limit=3${before}`), 200)
      if (page.length === 0) break
      gone.unshift(...page.map(({ id }: { id: string }) => id))
    }
    const failed = must(await reader.get('/api/events?type=run.failed'), 200)
    const grave = must(await reader.get('/api/events?min_severity=warning&limit=1000'), 200)
    const unknown = await reader.get(`/api/events?before=${await last(await service.as('tenant_admin', other))}`)
    const both = await reader.get(`/api/events?before=${ids[0]}&after=${ids[0]}`)

    expect(gone).to.deep.equal(ids)
    expect(new Set(typesOf(failed))).to.deep.equal(new Set(['run.failed']))
    expect(grave).to.deep.equal(all.filter(({ severity }: { severity: string }) => severity !== 'info'))
    expect([unknown.status, unknown.body.errors[0].path]).to.deep.equal([422, 'before'])
    expect([both.status, both.body.errors[0].path]).to.deep.equal([422, 'before'])
  })

  it('require permission to read their subject', async () => {
    const operator = await service.as('tenant_operator', customer)
    const owner = await service.as('tenant_admin', customer)
    const seen = await last(operator)
    await inScope(service.dependencies.knex, { kind: 'tenant', tenantId: customer.id }, (trx) =>
      recordEvents({ trx, now: service.dependencies.now() }, [
        { type: 'integrity.damaged', tenantId: customer.id, data: { what: 'pack' } },
      ]),
    )
    await publish(service)

    const [without, having] = [await since(operator, seen), await since(owner, seen)]

    expect(typesOf(without)).to.deep.equal([])
    expect(typesOf(having)).to.deep.equal(['integrity.damaged'])
  })

  it('of a transaction that was rolled back are not published', async () => {
    const seen = await last(admin)
    const tenantId = customer.id
    await inScope(service.dependencies.knex, { kind: 'tenant', tenantId }, async (trx) => {
      await recordEvents({ trx, now: service.dependencies.now() }, [
        { type: 'run.failed', tenantId, data: { run_id: tenantId, trigger: 'manual' } },
      ])
      throw new Error('no')
    }).catch(() => undefined)
    await publish(service)

    expect(await since(admin, seen)).to.deep.equal([])
  })

  it('are emitted once when a device becomes stale, and when it recovers', async () => {
    const reader = await service.as('tenant_readonly', customer)
    const seen = await last(reader)
    const runInSystemTransaction = systemTransactions(service.dependencies)
    const device = customer.ids['device_id'] as string
    await runInSystemTransaction(({ trx, now }) =>
      trx('devices')
        .where({ id: device })
        .update({ stale_at: new Date(now.getTime() - 1) }),
    )

    await runInSystemTransaction(noticeStale)
    const again = await runInSystemTransaction(noticeStale)
    must(await admin.post(`/api/backups/trigger?tenant=${customer.id}`, { device_ids: [device] }), 202)
    const job = await customer.agent.startJob()
    const text = `hostname r2\n${line}\nend\n`
    await customer.agent.result(job, { artifacts: await customer.agent.capture(job, { 'running-config': text }) })
    await publish(service)

    const events = await since(reader, seen)
    expect(again).to.equal(0)
    expect(typesOf(events)).to.deep.equal(['device.stale', 'device.recovered'])
    expect(events[1].data.was).to.equal('stale')
  })

  it('are emitted once when an agent goes offline, and when it returns', async () => {
    const reader = await service.as('tenant_readonly', customer)
    const runInSystemTransaction = systemTransactions(service.dependencies)
    await runInSystemTransaction(noticeAgents)
    await publish(service)
    const seen = await last(reader)

    service.advance(3 * 60_000)
    await runInSystemTransaction(noticeAgents)
    await runInSystemTransaction(noticeAgents)
    await customer.agent.heartbeat([])
    await runInSystemTransaction(noticeAgents)
    await publish(service)

    const events = (await since(reader, seen)).filter((one: { agent: unknown }) => one.agent)
    expect(typesOf(events)).to.deep.equal(['agent.offline', 'agent.online'])
  })

  it('are emitted once for the platform when storage is low, and when it is not', async () => {
    const seen = await last(admin)
    const runInSystemTransaction = systemTransactions(service.dependencies)
    for (const free of [9, 8, 10.5, 12, 13]) {
      await runInSystemTransaction((moment) => reportDiskSpace(moment, { total: 100, free }, 10))
    }
    await publish(service)

    const events = await since(admin, seen)
    expect(typesOf(events)).to.deep.equal(['storage.low', 'storage.enough'])
    expect(events[0].tenant_id).to.equal(null)
  })

  it('are emitted when a platform policy changes, and when an agent is in lab mode', async () => {
    const seen = await last(admin)
    must(await admin.put('/api/trust/posture/platform', { trust_posture: 'strict' }), 200)
    await customer.hasAgent({ lab_mode: true })
    await publish(service)

    const events = await since(admin, seen)
    expect(typesOf(events)).to.deep.equal(['settings.changed', 'agent.lab_mode'])
  })

  describe('as a stream', () => {
    /** Opens a stream; `next` waits for the next record and returns its lines by name. */
    async function open(client: Client, headers: Record<string, string> = {}) {
      const ending = new AbortController()
      const answer = await fetch(`${service.url}/api/events`, {
        headers: { authorization: `Bearer ${client.token}`, accept: 'text/event-stream', ...headers },
        signal: ending.signal,
      })
      const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      const next = async (): Promise<Record<string, string> | null> => {
        for (;;) {
          const end = text.indexOf('\n\n')
          if (end >= 0) {
            const lines = text.slice(0, end).split('\n')
            text = text.slice(end + 2)
            const record = Object.fromEntries(lines.map((one) => one.split(/: (.*)/s).slice(0, 2)))
            if ('event' in record) return record
            continue
          }
          const { done, value } = await reader.read()
          if (done) return null
          text += value
        }
      }
      return { answer, next, end: () => ending.abort() }
    }

    it('are not opened by HEAD', async () => {
      const accept = { accept: 'text/event-stream' }
      const heads = []
      for (let n = 0; n < 21; n++) heads.push(await admin.send('HEAD', '/api/events', undefined, accept))

      expect(new Set(heads.map(({ status }) => status))).to.deep.equal(new Set([200]))
      expect(heads[0]?.headers.get('content-type')).to.include('text/event-stream')
    })

    it('arrive as they happen, each with its id and type', async () => {
      const reader = await service.as('tenant_readonly', customer)
      const stream = await open(reader)
      const run = await fail()

      const record = await stream.next()
      stream.end()

      expect(stream.answer.headers.get('content-type')).to.match(/^text\/event-stream/)
      expect(record?.['event']).to.equal('run.failed')
      expect(JSON.parse(record?.['data'] ?? '')).to.deep.include({ id: record?.['id'], type: 'run.failed' })
      expect(JSON.parse(record?.['data'] ?? '').data.run_id).to.equal(run)
    })

    it('continue after Last-Event-ID, or begin with a reset if that is unknown', async () => {
      const reader = await service.as('tenant_readonly', customer)
      const seen = await last(reader)
      await fail()

      const resumed = await open(reader, { 'last-event-id': seen })
      const lost = await open(reader, { 'last-event-id': 'of another server' })
      const records = [await resumed.next(), await lost.next()]
      resumed.end()
      lost.end()

      expect(records.map((record) => record?.['event'])).to.deep.equal(['run.failed', 'reset'])
    })

    it('end with the session, before anything more is sent', async () => {
      const reader = await service.as('tenant_readonly', customer)
      const stream = await open(reader)
      must(await reader.post('/api/auth/logout'), 204)
      await fail()

      expect(await stream.next()).to.equal(null)
    })

    for (const [what, change] of [
      ['permissions of the role', { permissions: ['device:read'] }],
      ['limits of the role', { sites: ['Lyon'] }],
    ] as const) {
      it(`end with other ${what}, before an event of the former scope is sent`, async () => {
        const { reader, role, confirmed } = await aLimitableReader()
        const stream = await open(reader)
        await fail()
        const before = await stream.next()

        must(await confirmed.patch(`/api/roles/${role}?tenant=${customer.id}`, change), 200)
        await fail()
        const after = await stream.next()

        expect([before?.['event'], after]).to.deep.equal(['run.failed', null])
        expect((await reader.get('/api/auth/me')).status).to.equal(200)
      })
    }

    /** A user with a custom role that sees all devices of the customer. */
    async function aLimitableReader() {
      const confirmed = await service.as('platform_admin')
      const where = `?tenant=${customer.id}`
      const name = `role ${randomUUID()}`
      const permissions = [...limitablePermissions]
      const { id: role } = must(await confirmed.post(`/api/roles${where}`, { name, permissions }), 201)
      const [email, password] = [`${randomUUID()}@example.net`, 'a sentence of some words']
      const user = { email, name: 'Bo', password, role: 'tenant_custom', role_id: role }
      must(await confirmed.post(`/api/users${where}`, user), 201)
      const { token } = must(await service.anonymous.post('/api/auth/login', { email, password }), 200)
      await publish(service)
      return { reader: clientOf(service.url, token), role, confirmed }
    }
  })
})
