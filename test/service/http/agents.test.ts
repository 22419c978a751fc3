import { randomBytes, randomUUIDv7 } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { readEnrollmentToken, tokenKeys } from '../../../shared/agent-protocol/enrollment-token.ts'
import { publicKeyOf, signingKeyFrom } from '../../../shared/agent-protocol/ed25519.ts'
import type { runLocalAgent } from '../../../service/embedded/local-agent.ts'
import { runLocalAgents } from '../../../service/run-local-agents.ts'
import { AgentSession } from '../../../service/store/models/agent-session.ts'
import { Agent } from '../../../service/store/models/agent.ts'
import { DeviceLease } from '../../../service/store/models/device-lease.ts'
import { EnrollmentToken } from '../../../service/store/models/enrollment-token.ts'
import { Job } from '../../../service/store/models/job.ts'
import { inScope, type ScopedTransaction } from '../../../service/store/scope.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'

const unknownId = '018f0000-0000-7000-8000-000000000000'

describe('agents', () => {
  let service: TestService
  let customer: Customer
  let platform: Client
  let serverId: string | null

  before(async () => {
    service = await startTestService({ environment: { BKP_MAX_LOCAL_AGENTS: '2' } })
    serverId = service.dependencies.localServerId
    customer = await service.hasTenant()
    platform = await service.as('platform_operator')
  })

  after(() => service.close())

  const inTenant = <T>(work: (trx: ScopedTransaction) => PromiseLike<T>) =>
    inScope(service.db.knex, { kind: 'tenant', tenantId: customer.id }, work)

  const at = (path: string) => `/api/agents${path}${path.includes('?') ? '&' : '?'}tenant=${customer.id}`

  const becomes = (id: string, facts: Partial<Agent>) => inTenant((trx) => Agent.query(trx).findById(id).patch(facts))

  const changeAgent = (id: string, facts: Partial<Agent>) =>
    inScope(service.db.knex, { kind: 'platform' }, (trx) => Agent.query(trx).findById(id).patch(facts))

  const auditOf = async (action: string, id: string) => {
    const records = must(await platform.get(`/api/audit?action=${action}&tenant=${customer.id}`), 200)
    return records.find((record: { object_id: string }) => record.object_id === id)
  }

  describe('when added', () => {
    it('wait for enrolment', async () => {
      const slug = `s-${randomUUIDv7().slice(-8)}`

      const answer = await platform.post(at(''), { slug, name: 'Rack 1', lab_mode: true })

      expect(answer.status).to.equal(201)
      expect(answer.body).to.include({
        tenant_id: customer.id,
        slug,
        name: 'Rack 1',
        lab_mode: true,
        status: 'pending',
        last_seen_at: null,
        enrolled_at: null,
        running_jobs: 0,
      })
      expect(await auditOf('agent.create', answer.body.id)).to.include({ cross_tenant: true, outcome: 'done' })
    })

    it('have a slug and name that are unique within the tenant', async () => {
      const agent = await customer.hasAgent()

      const slug = await platform.post(at(''), { slug: agent.slug, name: 'another' })
      const name = await platform.post(at(''), { slug: 'another', name: agent.name })
      const renamed = await platform.patch(at(`/${(await customer.hasAgent()).id}`), { name: agent.name })

      expect([slug.status, slug.body.code]).to.deep.equal([409, 'slug_taken'])
      expect([name.status, name.body.code]).to.deep.equal([409, 'name_taken'])
      expect([renamed.status, renamed.body.code]).to.deep.equal([409, 'name_taken'])
    })

    for (const slug of ['Rack', '-rack', 'rack-', 'r_1', '', 'a'.repeat(64)]) {
      it(`reject the slug '${slug.slice(0, 10)}'`, async () => {
        const answer = await platform.post(at(''), { slug, name: 'x' })

        expect([answer.status, answer.body.errors[0].path]).to.deep.equal([422, 'slug'])
      })
    }

    it('belong to the named tenant permanently', async () => {
      const agent = await customer.hasAgent()

      const unnamed = await platform.post('/api/agents', { slug: 'x', name: 'x' })
      const moved = await platform.patch(at(`/${agent.id}`), { tenant_id: unknownId })

      expect(unnamed.status).to.equal(400)
      expect(moved.status).to.equal(405)
    })
  })

  it('can change their name and lab mode', async () => {
    const agent = await customer.hasAgent()

    const answer = await platform.patch(at(`/${agent.id}`), { lab_mode: true })

    expect(answer.body).to.deep.equal({ ...agent, lab_mode: true })
    expect((await auditOf('agent.update', agent.id)).detail).to.deep.equal({ changed: ['lab_mode'] })
  })

  it('name the SNMPv3 users that a change adds, changes and removes in the audit', async () => {
    const agent = await customer.hasAgent()
    const user = (name: string, auth_password?: string) =>
      ({ name, level: 'authNoPriv', auth_protocol: 'sha256', auth_password }) as const
    const set = async (...snmp_users: object[]) => must(await platform.patch(at(`/${agent.id}`), { snmp_users }), 200)
    await set(user('kept', 'auth-Secret-1'), user('other', 'auth-Secret-1'), user('old', 'auth-Secret-1'))
    service.advance(1_000)
    await set(user('new', 'auth-Secret-1'), user('kept'), user('other', 'auth-Secret-2'))

    expect((await auditOf('agent.update', agent.id)).detail).to.deep.equal({
      changed: ['snmp_users'],
      snmp_users: { added: ['new'], changed: ['other'], removed: ['old'] },
    })
  })

  it('have the status of the first matching condition', async () => {
    const agent = await customer.hasAgent()
    const now = service.dependencies.now()
    const status = async () => must(await platform.get(at(`/${agent.id}`)), 200).status
    const seen: string[] = [await status()]

    await becomes(agent.id, { publicKey: Buffer.alloc(32), lastSeenAt: new Date(now.getTime() - 45_000) })
    seen.push(await status())
    await becomes(agent.id, { lastSeenAt: new Date(now.getTime() - 44_999) })
    seen.push(await status())
    await becomes(agent.id, { rewoundAt: now })
    seen.push(await status())
    await becomes(agent.id, { clonedAt: now })
    seen.push(await status())
    await becomes(agent.id, { revokedAt: now })
    seen.push(await status())

    expect(seen).to.deep.equal(['pending', 'offline', 'online', 'rewound', 'cloned', 'revoked'])
  })

  it('are listed by name in pages, searched, and filtered by status', async () => {
    const own = await service.hasTenant()
    const reader = await own.as('tenant_readonly')
    for (const name of ['b_1', 'a-2', 'c%3']) await own.hasAgent({ slug: `x${name.replace(/\W|_/g, '-')}`, name })
    const list = async (query: string) => {
      const answer = await reader.get(`/api/agents?${query}`)
      return { names: must(answer, 200).map((agent: { name: string }) => agent.name), link: answer.headers.get('link') }
    }

    const first = await list('limit=2')
    const cursor = /cursor=([^&>]+)/.exec(first.link ?? '')?.[1]

    expect(first.names).to.deep.equal(['a-2', 'b_1'])
    expect(await list(`limit=2&cursor=${cursor}`)).to.deep.equal({ names: ['c%3'], link: null })
    expect((await list('q=_')).names).to.deep.equal(['b_1'])
    expect((await list('q=%25')).names).to.deep.equal(['c%3'])
    expect((await list('q=XA')).names).to.deep.equal(['a-2'])
    expect((await list('status=pending')).names).to.deep.equal(['a-2', 'b_1', 'c%3'])
    expect((await list('status=online')).names).to.deep.equal([])
  })

  describe('with an enrolment token', () => {
    it('show the token only once, and stored data cannot enrol', async () => {
      const agent = await customer.hasAgent()

      const answer = await platform.post(at(`/${agent.id}/enrollment-token`), { ttl_minutes: 5 })

      expect(answer.status).to.equal(201)
      expect(answer.body.expires_at).to.equal(new Date(service.dependencies.now().getTime() + 5 * 60_000).toISOString())
      const token = readEnrollmentToken(answer.body.token)
      expect(token.agentId).to.equal(agent.id)
      expect(token.serviceKeyFingerprint).to.equal(service.dependencies.serviceKeys.signing.fingerprint)
      const [row] = await inTenant((trx) => EnrollmentToken.query(trx).where({ agentId: agent.id }))
      expect(row?.publicKey.equals(tokenKeys(token.seed).publicKey)).to.equal(true)
      const stored = JSON.stringify([row, await auditOf('agent.enrollment_token', agent.id)])
      for (const secret of [answer.body.token, token.seed.toString('hex'), token.seed.toString('base64')]) {
        expect(stored).not.to.include(secret)
      }
    })

    it('invalidate the previous token', async () => {
      const agent = await customer.hasAgent()
      for (let made = 0; made < 2; made += 1) must(await platform.post(at(`/${agent.id}/enrollment-token`)), 201)

      const rows = await inTenant((trx) => EnrollmentToken.query(trx).where({ agentId: agent.id }).orderBy('id'))

      expect(rows.map((row) => row.voidedAt !== null)).to.deep.equal([true, false])
    })

    it('get no token once revoked', async () => {
      const agent = await customer.hasAgent()
      must(await platform.post(at(`/${agent.id}/revoke`)), 200)

      const answer = await platform.post(at(`/${agent.id}/enrollment-token`))

      expect([answer.status, answer.body.code]).to.deep.equal([409, 'agent_revoked'])
    })
  })

  describe('when revoked', () => {
    it('lose session and leases at once, and running or offered jobs are queued again', async () => {
      const agent = await customer.hasAgent()
      const [running, offered] = [await leased(agent.id, 'running'), await leased(agent.id, 'queued')]
      const revoked: (string | null)[] = []
      const stop = service.dependencies.signals.on('agents', (payload) => revoked.push(payload))
      const notified = new Promise<void>((resolve) => {
        service.dependencies.signals.on('agents', (payload) => payload === agent.id && resolve())
      })

      const answer = await platform.post(at(`/${agent.id}/revoke`))

      expect(answer.body.status).to.equal('revoked')
      const [jobs, leases, sessions] = await inTenant(async (trx) => [
        await Job.query(trx).findByIds([running, offered]).orderBy('id'),
        await DeviceLease.query(trx).whereIn('jobId', [running, offered]),
        await AgentSession.query(trx).where({ agentId: agent.id }).whereNull('endedAt'),
      ])
      expect(jobs.map(({ status, leaseId, losses }) => ({ status, leaseId, losses }))).to.deep.equal([
        { status: 'queued', leaseId: null, losses: 1 },
        { status: 'queued', leaseId: null, losses: 0 },
      ])
      expect([leases, sessions]).to.deep.equal([[], []])
      await notified
      stop()
      expect(revoked).to.include(agent.id)
    })

    /** Adds a job that the agent holds, in a new session. */
    async function leased(agentId: string, status: 'running' | 'queued'): Promise<string> {
      const device = await customer.hasDevice()
      const [jobId, leaseId, sessionId] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()]
      const now = service.dependencies.now()
      const { id: tenantId } = customer
      const expires = new Date(now.getTime() + 30_000)
      await inTenant(async (trx) => {
        await AgentSession.query(trx).insert({
          id: sessionId,
          tenantId,
          agentId,
          bootId: randomUUIDv7(),
          sequence: 1,
          envelopeKey: Buffer.alloc(32),
          protocol: 1,
          version: '1',
          platforms: [],
          transports: [],
          slots: 1,
          startedAt: now,
        })
        await Job.query(trx).insert({
          id: jobId,
          tenantId,
          deviceId: device.id,
          kind: 'backup',
          trigger: 'manual',
          requestedBy: 'somebody',
          status,
          queuedAt: now,
          notBefore: now,
          agentId,
          sessionId,
          leaseId,
          ...(status === 'running' ? { leaseExpiresAt: expires } : { offerExpiresAt: expires }),
        })
        await DeviceLease.query(trx).insert({ tenantId, deviceId: device.id, jobId, leaseId })
      })
      return jobId
    }

    it('are returned with their current process and their runs', async () => {
      const [agent, another] = [await customer.hasAgent(), await customer.hasAgent()]
      const runId = await leased(agent.id, 'running')
      await leased(another.id, 'running')
      const now = service.dependencies.now()
      const session = async () => must(await platform.get(at(`/${agent.id}`)), 200).session
      await becomes(agent.id, { publicKey: Buffer.alloc(32), lastSeenAt: now })
      const heard = await session()
      await becomes(agent.id, { lastSeenAt: new Date(now.getTime() - 45_000) })

      const runs = must(await platform.get(`/api/runs?agent_id=${agent.id}`), 200)

      expect(heard).to.deep.include({ slots: 1, started_at: now.toISOString() })
      expect(await session()).to.equal(null)
      expect(runs.map(({ id }: { id: string }) => id)).to.deep.equal([runId])
    })

    it('stay revoked when revoked twice', async () => {
      const agent = await customer.hasAgent()
      must(await platform.post(at(`/${agent.id}/revoke`)), 200)

      expect((await platform.post(at(`/${agent.id}/revoke`))).body.status).to.equal('revoked')
    })

    it('can be deleted only after revocation', async () => {
      const agent = await customer.hasAgent()

      const early = await platform.delete(at(`/${agent.id}`))
      must(await platform.post(at(`/${agent.id}/revoke`)), 200)
      const deleted = await platform.delete(at(`/${agent.id}`))

      expect([early.status, early.body.code]).to.deep.equal([409, 'agent_not_revoked'])
      expect(deleted.status).to.equal(204)
      expect((await platform.get(at(`/${agent.id}`))).status).to.equal(404)
      expect((await auditOf('agent.delete', agent.id)).detail).to.deep.equal({ slug: agent.slug })
    })

    it('cannot be deleted while a device is assigned only to them', async () => {
      const [agent, other] = [await customer.hasAgent(), await customer.hasAgent()]
      const device = await customer.hasDevice({ name: 'only-by-one', agent_ids: [agent.id] })
      const shared = await customer.hasDevice({ agent_ids: [agent.id, other.id] })
      must(await platform.post(at(`/${agent.id}/revoke`)), 200)

      const refused = await platform.delete(at(`/${agent.id}`))
      must(await platform.patch(`/api/devices/${device.id}?tenant=${customer.id}`, { agent_ids: [other.id] }), 200)
      const deleted = await platform.delete(at(`/${agent.id}`))

      expect([refused.status, refused.body.code]).to.deep.equal([409, 'agent_needed'])
      expect(refused.body.params).to.deep.equal({ devices: ['only-by-one'], complete: 'yes' })
      expect(deleted.status).to.equal(204)
      expect(must(await platform.get(`/api/devices/${shared.id}`), 200).agent_ids).to.deep.equal([other.id])
    })
  })

  it('are cleared only if they were cloned or rewound', async () => {
    const agent = await customer.hasAgent()

    const needless = await platform.post(at(`/${agent.id}/clear`))
    await becomes(agent.id, { publicKey: Buffer.alloc(32), clonedAt: service.dependencies.now() })
    const cleared = await platform.post(at(`/${agent.id}/clear`))

    expect([needless.status, needless.body.code]).to.deep.equal([409, 'nothing_to_clear'])
    expect(cleared.body.status).to.equal('offline')
    expect((await auditOf('agent.clear', agent.id)).detail).to.deep.equal({ was: 'cloned' })
  })

  describe('that a server runs', () => {
    const localOf = ({ id }: { id: string }) => `/api/tenants/${id}/local-agent`
    const readLocal = async (tenant: { id: string }) => must(await platform.get(localOf(tenant)), 200)

    afterEach(async () => {
      service.dependencies.localServerId = serverId
      for (const { id } of must(await platform.get('/api/tenants'), 200)) {
        must(await platform.delete(localOf({ id })), 204)
      }
    })

    it('are added once, also by concurrent requests, with a free name', async () => {
      const tenant = await service.hasTenant()
      await tenant.hasAgent({ slug: 'local', name: 'Ghent' })

      const answers = await Promise.all([platform.put(localOf(tenant)), platform.put(localOf(tenant))])

      const [agent, other] = answers.map((answer) => must(answer, 200))
      expect(other).to.deep.equal(agent)
      expect(agent).to.include({ slug: 'local-2', name: 'local-2', local: true, status: 'pending' })
      expect(await readLocal(tenant)).to.deep.equal({ agent, here: true, offered: true, count: 1, limit: 2 })
      const audit = must(await platform.get(`/api/audit?action=agent.create&tenant=${tenant.id}`), 200)
      expect(audit.filter(({ object_id: id }: { object_id: string }) => id === agent.id)).to.have.length(1)
    })

    it('are limited in number', async () => {
      for (const tenant of [await service.hasTenant(), await service.hasTenant()]) {
        must(await platform.put(localOf(tenant)), 200)
      }
      const third = await service.hasTenant()

      const refused = await platform.put(localOf(third))

      expect([refused.status, refused.body.code, refused.body.params]).to.deep.equal([409, 'local_agents_limit', { limit: 2 }]) // prettier-ignore
      expect(await readLocal(third)).to.deep.equal({ agent: null, here: false, offered: false, count: 2, limit: 2 })
    })

    it('are taken over from another server only while they are not online', async () => {
      const tenant = await service.hasTenant()
      const { id } = must(await platform.put(localOf(tenant)), 200)
      const serverOf = () =>
        inScope(
          service.db.knex,
          { kind: 'platform' },
          async (trx) => (await Agent.query(trx).findById(id))!.localServerId,
        )
      const seen = (lastSeenAt: Date) =>
        inScope(service.db.knex, { kind: 'platform' }, (trx) =>
          Agent.query(trx)
            .findById(id)
            .patch({ publicKey: Buffer.alloc(32), lastSeenAt, localServerId: unknownId }),
        )

      await seen(service.dependencies.now())
      must(await platform.put(localOf(tenant)), 200)
      const online = await serverOf()
      await seen(new Date(0))
      const foreign = await readLocal(tenant)
      must(await platform.put(localOf(tenant)), 200)

      expect([online, await serverOf()]).to.deep.equal([unknownId, serverId])
      expect([foreign.here, foreign.agent.status, foreign.offered]).to.deep.equal([false, 'offline', true])
      const { here, agent } = await readLocal(tenant)
      expect([here, agent.status]).to.deep.equal([true, 'pending'])
    })

    it('are not taken over while they may still connect from the server that was just asked', async () => {
      const tenant = await service.hasTenant()
      const { id } = must(await platform.put(localOf(tenant)), 200)
      await changeAgent(id, { localServerId: unknownId })

      must(await platform.put(localOf(tenant)), 200)
      const first = (await readLocal(tenant)).here
      await changeAgent(id, { updatedAt: new Date(service.dependencies.now().getTime() - 61_000) })
      must(await platform.put(localOf(tenant)), 200)

      expect([first, (await readLocal(tenant)).here]).to.deep.equal([false, true])
    })

    describe('in its processes', () => {
      /** The processes that run now, by agent. */
      let processes: Map<string, Parameters<typeof runLocalAgent>[0]>
      /** Ends of processes wait for it. */
      let mayEnd: Promise<void>
      let agents: Awaited<ReturnType<typeof runLocalAgents>> | undefined

      const runAgent: typeof runLocalAgent = (options) => {
        processes.set(options.agentId, options)
        return {
          async stop() {
            await mayEnd
            processes.delete(options.agentId)
          },
        }
      }
      const start = async () => {
        agents = await runLocalAgents(service.dependencies, 'http://127.0.0.1:1', { runAgent })
      }
      const until = async (isSo: () => boolean) => {
        while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10))
      }
      const dataFolder = (name: string) => path.join(service.dependencies.settings.dataDirectory, name)
      const hasKeyIn = (folder: string, agentId: string) => {
        const seed = randomBytes(32)
        fs.mkdirSync(folder, { recursive: true })
        fs.writeFileSync(
          path.join(folder, 'agent.json'),
          JSON.stringify({ agentId, keySeed: seed.toString('base64'), enrolled: {} }),
        )
        return publicKeyOf(signingKeyFrom(seed))
      }

      beforeEach(() => {
        processes = new Map()
        mayEnd = Promise.resolve()
      })

      afterEach(async () => {
        await agents?.stop()
        agents = undefined
        for (const name of ['agent', 'local-agents']) fs.rmSync(dataFolder(name), { recursive: true, force: true })
      })

      it('adopt the first agent after an upgrade, and never again once it has a token for another computer', async () => {
        const tenant = await service.hasTenant('default')
        const own = await tenant.hasAgent({ slug: 'local' })
        await start()
        const unenrolled = must(await platform.get(`/api/agents/${own.id}`), 200).local
        await agents!.stop()
        const publicKey = hasKeyIn(dataFolder('agent'), own.id)
        await changeAgent(own.id, { publicKey, enrolledAt: service.dependencies.now() })

        await start()
        await until(() => processes.has(own.id))
        const adopted = must(await platform.get(`/api/agents/${own.id}`), 200).local
        const known = await processes.get(own.id)!.findToken(publicKey)
        must(await platform.post(`/api/agents/${own.id}/enrollment-token?tenant=${tenant.id}`), 201)
        await until(() => !processes.has(own.id) && !fs.existsSync(dataFolder('agent')))
        await agents!.stop()
        hasKeyIn(dataFolder('agent'), own.id)
        await start()

        expect([unenrolled, adopted, known]).to.deep.equal([false, true, null])
        expect(must(await platform.get(`/api/agents/${own.id}`), 200).local).to.equal(false)
        expect((await readLocal(tenant)).agent).to.equal(null)
      })

      it('start beside others that end slowly and folders that cannot be deleted', async () => {
        const [leaving, coming] = [await service.hasTenant(), await service.hasTenant()]
        fs.mkdirSync(dataFolder('local-agents'), { recursive: true })
        fs.writeFileSync(path.join(dataFolder('local-agents'), 'lost+found'), '')
        const gone = must(await platform.put(localOf(leaving)), 200)
        await start()
        await until(() => processes.has(gone.id))
        const end = Promise.withResolvers<void>()
        mayEnd = end.promise

        must(await platform.delete(localOf(leaving)), 204)
        const next = must(await platform.put(localOf(coming)), 200)
        await until(() => processes.has(next.id))

        expect(processes.has(gone.id)).to.equal(true)
        end.resolve()
        await until(() => !processes.has(gone.id))
        expect(fs.readdirSync(dataFolder('local-agents'))).to.include('lost+found')
      })

      it('enrol with a token that is used again until it is spent, only on the server of the agent', async () => {
        const tenant = await service.hasTenant()
        const { id } = must(await platform.put(localOf(tenant)), 200)
        await start()
        await until(() => processes.has(id))
        const { findToken } = processes.get(id)!

        const tokens = [await findToken(null), await findToken(Buffer.alloc(32, 1))]
        await inScope(service.db.knex, { kind: 'platform' }, (trx) =>
          EnrollmentToken.query(trx).where({ agentId: id }).patch({ spentAt: service.dependencies.now() }),
        )
        const next = await findToken(null)
        await changeAgent(id, { publicKey: Buffer.alloc(32, 1) })
        const enrolled = await findToken(Buffer.alloc(32, 1))
        await changeAgent(id, { localServerId: unknownId })
        const refused = await findToken(null).catch((error: Error) => error)

        expect(tokens[0]).to.equal(tokens[1]).and.match(/^bkp1/)
        expect(next).not.to.equal(tokens[0])
        expect(enrolled).to.equal(null)
        expect(refused).to.be.instanceOf(Error)
      })

      it('leave no folder of a removed agent where none run any more', async () => {
        const folder = path.join(dataFolder('local-agents'), unknownId)
        hasKeyIn(folder, unknownId)
        const { settings } = service.dependencies
        service.dependencies.settings = { ...settings, localAgent: false }

        await start()
        await until(() => !fs.existsSync(folder))

        service.dependencies.settings = settings
        expect(processes.size).to.equal(0)
      })
    })

    it('are no longer local once a user has a token to enrol them elsewhere', async () => {
      const tenant = await service.hasTenant()
      const agent = must(await platform.put(localOf(tenant)), 200)

      must(await platform.post(`/api/agents/${agent.id}/enrollment-token?tenant=${tenant.id}`), 201)

      expect(must(await platform.get(`/api/agents/${agent.id}`), 200).local).to.equal(false)
      expect((await readLocal(tenant)).agent).to.equal(null)
    })

    it('are removed, unless a device would have no agent', async () => {
      const tenant = await service.hasTenant()
      const agent = must(await platform.put(localOf(tenant)), 200)
      const device = await tenant.hasDevice({ agent_ids: [agent.id] })

      const refused = await platform.delete(localOf(tenant))
      must(await platform.patch(`/api/devices/${device.id}?tenant=${tenant.id}`, { agent_ids: [] }), 200)
      must(await platform.delete(localOf(tenant)), 204)

      expect([refused.status, refused.body.code]).to.deep.equal([409, 'agent_needed'])
      expect((await platform.get(`/api/agents/${agent.id}`)).status).to.equal(404)
    })

    it('are for platform roles only', async () => {
      const tenant = await service.hasTenant()
      const own = await tenant.as('tenant_admin')

      const answers = [
        await own.get(localOf(tenant)),
        await own.put(localOf(tenant)),
        await own.delete(localOf(tenant)),
      ]

      expect(answers.map(({ status, body }) => [status, body.missing])).to.deep.equal(
        Array.from({ length: 3 }, () => [403, 'agent:manage']),
      )
    })

    it('are refused by a server that runs none, with what to do', async () => {
      const tenant = await service.hasTenant()
      service.dependencies.localServerId = null

      const refused = await platform.put(localOf(tenant))

      expect([refused.status, refused.body.code]).to.deep.equal([409, 'local_agents_off'])
      expect(refused.body.detail).to.include('BKP_LOCAL_AGENT=on').and.include('install an agent')
      expect((await readLocal(tenant)).offered).to.equal(false)
    })
  })

  it('of another tenant are reported as not found', async () => {
    const agent = await customer.hasAgent()
    const stranger = await (await service.hasTenant()).as('tenant_admin')

    const [foreign, unknown] = [
      await stranger.get(`/api/agents/${agent.id}`),
      await stranger.get(`/api/agents/${unknownId}`),
    ]

    expect(foreign.status).to.equal(404)
    expect({ ...foreign.body, request_id: '' }).to.deep.equal({ ...unknown.body, request_id: '' })
    expect(must(await stranger.get('/api/agents'), 200)).to.deep.equal([])
    expect((await stranger.post('/api/agents', { slug: 'x', name: 'x' })).body.missing).to.equal('agent:manage')
  })
})
