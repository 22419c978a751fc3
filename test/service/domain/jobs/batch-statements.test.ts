import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect } from 'chai'
import { reportKeyOf, sealReport } from '../../../../shared/agent-protocol/report.ts'
import { defaultIntervals } from '../../../../shared/agent-protocol/intervals.ts'
import { chunkIdOf } from '../../../../shared/repository/chunk-id.ts'
import { createPackBuilder } from '../../../../shared/repository/pack-builder.ts'
import type { TenantKeys } from '../../../../service/keys/tenant-keys.ts'
import { appendLogs } from '../../../../service/domain/jobs/append-log.ts'
import { checkArtifactsOfMany } from '../../../../service/domain/jobs/check-artifacts.ts'
import { commitResults } from '../../../../service/domain/jobs/commit-result.ts'
import type { ReceivedResult } from '../../../../service/domain/jobs/job-results.ts'
import { jobKinds } from '../../../../service/domain/jobs/kinds/registry.ts'
import { ownPacks } from '../../../../service/domain/jobs/own-packs.ts'
import type { RunInTransaction } from '../../../../service/domain/kernel/context.ts'
import { inScope } from '../../../../service/store/scope.ts'
import { type FakeAgent, type HeldJob, anAgent, namesOf } from '../../../support/fake-agent.ts'
import { type Customer, type TestService, must, startTestService } from '../../../support/service.ts'
import { shortIntervals } from '../../../support/short-intervals.ts'
import { packAddressParts } from '../../../support/scene/packs.ts'

const devices = 20

/** Statements for each device, averaged over a session's batch, including BEGIN and COMMIT. */
const limits = { first: 20, unchanged: 8 }

describe('the SQL statements of a session’s batch', () => {
  let service: TestService
  let customer: Customer
  let agent: FakeAgent
  let keys: TenantKeys
  const texts: Record<string, string> = {}

  before(async () => {
    service = await startTestService()
    customer = await service.hasTenant()
    agent = await anAgent(service, customer)
    keys = await service.dependencies.keys.of(customer.id)
    for (let at = 0; at < devices; at += 1) {
      const { id } = await customer.hasDevice()
      texts[id] = `hostname r${at}\n!\nend\n`
    }
  })
  after(() => service.close())

  it('stay below the limit for first and unchanged backups', async () => {
    const first = await countStatements(async () => {
      const jobs = await begin()
      await Promise.all([append(jobs), check(jobs)])
      const contents = await upload(jobs)
      return commit(
        jobs.map((job) => ({ job, artifact: { state: 'captured', content: contents.get(job), ...named(job) } })),
      )
    })
    const unchanged = await countStatements(async () => {
      const jobs = await begin()
      await Promise.all([append(jobs), check(jobs)])
      return commit(jobs.map((job) => ({ job, artifact: { state: 'unchanged', ...named(job) } })))
    })

    expect(first.statuses).to.deep.equal(Array(devices).fill('succeeded'))
    expect(unchanged.statuses).to.deep.equal(Array(devices).fill('unchanged'))
    expect(first.ofDevice).to.be.at.most(limits.first)
    expect(unchanged.ofDevice).to.be.at.most(limits.unchanged)
  })

  it('are few for the requests of an agent without jobs', async () => {
    service.dependencies.intervals = shortIntervals
    const idle = await anAgent(service, await service.hasTenant())

    const beat = await count(() => idle.heartbeat([]))
    const poll = await count(() => idle.claim())
    service.dependencies.intervals = defaultIntervals

    expect([beat.result.status, poll.result.status]).to.deep.equal([200, 204])
    // the request's number and the request itself, each in a transaction of one statement
    expect([beat.statements, poll.statements]).to.deep.equal([
      ['with', 'with'],
      ['with', 'with'],
    ])
  })

  /** Returns the first word of each statement. */
  async function count<T>(work: () => Promise<T>): Promise<{ result: T; statements: string[] }> {
    const statements: string[] = []
    const pools = new Set([service.dependencies.knex, service.dependencies.forAgents.knex])
    const onQuery = ({ sql }: { sql: string }) => void statements.push(/^\w+/.exec(sql.trim())?.[0] ?? '')
    for (const pool of pools) pool.on('query', onQuery)
    const result = await work()
    for (const pool of pools) pool.off('query', onQuery)
    return { result, statements }
  }

  async function countStatements(work: () => Promise<string[]>) {
    await must(await (await customer.as('tenant_operator')).post('/api/backups/trigger', { all_devices: true }), 202)
    const { result: statuses, statements } = await count(work)
    return { statuses, ofDevice: statements.length / devices }
  }

  async function begin(): Promise<HeldJob[]> {
    const jobs = await agent.open(await agent.claim({ free_slots: devices }))
    await agent.heartbeat(jobs)
    return jobs
  }

  const within: RunInTransaction = (work) =>
    inScope(service.dependencies.forAgents.knex, { kind: 'tenant', tenantId: customer.id }, (trx) =>
      work({
        actor: { kind: 'agent', id: agent.id, name: 'agent', role: null, tenantId: customer.id },
        origin: { requestId: null, ip: null },
        tenantId: customer.id,
        now: service.dependencies.now(),
        trx,
        keys: service.dependencies.keys,
      }),
    )

  function claimOf({ jobId, leaseId }: HeldJob) {
    return { agentId: agent.id, jobId, leaseId }
  }

  function textOf({ order }: HeldJob): string {
    return texts[order.device.id] as string
  }

  function named(job: HeldJob) {
    return {
      key: 'running-config',
      transport: 'ssh' as const,
      ...namesOf(job, 'running-config', textOf(job)),
    }
  }

  async function append(jobs: HeldJob[]): Promise<void> {
    const line = { at: '2026-01-02T03:04:05.000Z', level: 'info', line: 'logged in' } as const
    const given = jobs.map((job) => {
      const { jobId, leaseId } = job
      const reportKey = reportKeyOf(keys.dataKey, leaseId)
      const sealed = sealReport(reportKey, { jobId, leaseId, purpose: 'log' }, [line])
      return { claim: claimOf(job), batch: { first: 0, sealed } }
    })
    await within((context) => appendLogs(context, given, keys))
  }

  async function check(jobs: HeldJob[]): Promise<void> {
    const { repository, workers } = service.dependencies
    const checks = jobs.map((job) => ({ claim: claimOf(job), artifacts: [named(job)] }))
    await checkArtifactsOfMany(within, checks, { keys, reader: repository.chunkReader(customer.id), workers })
  }

  async function upload(jobs: HeldJob[]) {
    const { repository } = service.dependencies
    const packs = await Promise.all(
      jobs.map(async (job) => {
        const raw = Buffer.from(textOf(job))
        const chunk = chunkIdOf(keys.chunkIdKey, raw)
        const builder = createPackBuilder({
          tenantId: customer.id,
          repositoryPublicKey: keys.repositoryPublicKey,
        })
        await builder.add(chunk, raw)
        return { job, pack: await builder.seal(), content: { size: raw.length, chunks: [chunk] } }
      }),
    )
    const announcements = packs.map(({ job, pack: { bytes, sha256 } }) => ({
      owner: claimOf(job),
      packs: [{ size: bytes.length, sha256, md5: null }],
    }))
    const announced = await within((context) => repository.announceBatch(context, announcements))
    const ids = await Promise.all(
      announced.map(async (end, at) => {
        const [address] = end.status === 'fulfilled' ? end.value : []
        if (!address) throw new Error('a pack was not announced')
        await repository.receivePack(packAddressParts({ url: address.relay }), Readable.from([packs[at]?.pack.bytes]))
        return address.id
      }),
    )
    const given = jobs.map((job, at) => ({ claim: claimOf(job), ids: [ids[at] as string] }))
    const own = await within((context) => ownPacks(context, given))
    await Promise.all(
      own.map((end, at) => {
        const id = ids[at] as string
        const pack = end.status === 'fulfilled' ? end.value.get(id) : undefined
        return repository.verifyPack(customer.id, id, pack)
      }),
    )
    return new Map(packs.map(({ job, content }) => [job, content]))
  }

  async function commit(results: { job: HeldJob; artifact: object }[]): Promise<string[]> {
    const { repository, workers } = service.dependencies
    const given = results.map(({ job, artifact }): ReceivedResult => {
      const result = agent.resultBody(job, { artifacts: [artifact as never] })
      return { claim: claimOf(job), result, bodyHash: createHash('sha256').update(result.sealed).digest() }
    })
    const ends = await commitResults(
      {
        ...{ within, keys, repository, workers, kinds: jobKinds, intervals: defaultIntervals, timeZone: 'UTC' },
        alarm: () => undefined,
      },
      given,
    )
    return ends.map((end) => (end.status === 'fulfilled' ? end.value.status : String(end.reason)))
  }
})
