import type { Intervals } from '../../../shared/agent-protocol/intervals.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { platformById } from '../../../shared/platforms/registry.ts'
import type { ChunkId } from '../../../shared/repository/chunk-id.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'
import { Device } from '../../store/models/device.ts'
import { JobResult } from '../../store/models/job-result.ts'
import type { Job } from '../../store/models/job.ts'
import type { ServicePool } from '../../workers/service-pool.ts'
import { recordAudit } from '../kernel/audit/record-audit.ts'
import type { TenantContext, RunInTransaction } from '../kernel/context.ts'
import { DomainError, invalidField } from '../kernel/domain-error.ts'
import { knownFailure } from './budgets.ts'
import { markChunkDamaged } from '../repository/chunks/mark-chunk-damaged.ts'
import { type StalePin, findStalePins, renormalisePins } from '../repository/pins/renormalise-pins.ts'
import { recheckChunks } from '../repository/chunks/recheck-chunks.ts'
import type { Repository } from '../repository/chunks/repository.ts'
import type { TreeWalkBudget } from '../repository/chunks/tree-walk-budget.ts'
import type { JobContext, JobKinds } from './job-kind.ts'
import { examineArtifacts } from './examine-artifacts.ts'
import type { Examined } from './examination-context.ts'
import type { Failpoint } from './failpoint.ts'
import { begin } from './heartbeat.ts'
import { type Lineages, readLineages } from './latest-versions.ts'
import { type LeaseClaim, leaseLost, lockLeasedJob } from './lease-state.ts'
import { expireLeases } from './expire-leases.ts'
import { forgetCheckpoint } from './record-progress.ts'
import { type ReadReport, readReport } from './read-report.ts'
import { manifestOf, writeVersions } from './write-versions.ts'
import type { ComparisonContext } from '../repository/versions/comparison-context.ts'
import type { Renormalised } from '../repository/versions/renormalise.ts'

type Result = components['schemas']['JobResult']
type ResultAnswer = components['schemas']['ResultAnswer']

/** What a commit is made with. */
export interface CommitDependencies {
  within: RunInTransaction
  keys: TenantKeys
  repository: Repository
  workers: Pick<ServicePool, 'run'>
  kinds: JobKinds
  intervals: Intervals
  timeZone: string
  /** Reports what an administrator should check: a short event, and its data. */
  alarm: (event: string, facts: Record<string, unknown>) => void
  failpoint?: Failpoint
}

/** A result as it came: the digest of its bytes tells a repeated one from another. */
export interface GivenResult {
  claim: LeaseClaim
  result: Result
  bodyHash: Buffer
}

/** How often a commit is prepared anew because another one changed a lineage meanwhile. */
const attempts = 3

/**
 * Takes a job's result, once: reads back and examines everything that it refers to, then writes versions, job, device
 * and audit in one transaction. The same result again gets the same answer.
 * @throws DomainError 409 `result_mismatch` or `lease_lost`, 412 naming chunks that are not stored, 422
 */
export async function commitResult(dependencies: CommitDependencies, given: GivenResult): Promise<ResultAnswer> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const seen = await dependencies.within((context) => look(context, given))
    if (seen instanceof DomainError) throw alarmed(dependencies, given, seen)
    if ('stored' in seen) return seen.stored
    const walkMemory = dependencies.repository.walkMemory(seen.job.tenantId)
    try {
      const answer = await examineAndCommit(dependencies, given, seen, walkMemory)
      if (answer) return answer
    } catch (error) {
      if (error instanceof DomainError && error.status === 412)
        await dependencies.within((context) => forgetCheckpoint(context, seen.device.id))
      throw error
    } finally {
      walkMemory.release()
    }
  }
  throw new DomainError('busy', {}, { retry_after_seconds: 1 }) // other commits kept changing the lineages
}

/** @returns null when a lineage was changed meanwhile, and it has to be prepared anew */
async function examineAndCommit(
  dependencies: CommitDependencies,
  given: GivenResult,
  seen: Seen,
  walkMemory: TreeWalkBudget,
): Promise<ResultAnswer | null> {
  const code = knownFailure(given.result.error_code)
  const report = readReport(dependencies.keys, given.claim, given.result.sealed, code)
  const wanted = dependencies.kinds[seen.job.kind].bringsContent && given.result.outcome === 'collected'
  const examined = wanted ? await examine(dependencies, given, seen, report, walkMemory) : []
  await dependencies.failpoint?.('after_verify')
  const pins = wanted ? await renormalisePins(comparingFor(dependencies, seen), seen.stalePins) : new Map()
  const changed = examined.filter((one) => one.state === 'changed')
  await Promise.all(changed.map((one) => dependencies.repository.writeManifest(manifestOf(seen.job, seen.device, one))))
  await dependencies.failpoint?.('before_commit')
  const answer = await dependencies.within((context) =>
    commit(context, dependencies, given, { examined, report, pins }),
  )
  if (answer instanceof DomainError) throw alarmed(dependencies, given, answer)
  if (answer) await dependencies.failpoint?.('after_commit')
  return answer
}

function alarmed({ alarm }: CommitDependencies, { claim }: GivenResult, refusal: DomainError): DomainError {
  alarm('two results for one lease', { jobId: claim.jobId, agentId: claim.agentId })
  return refusal
}

interface Seen {
  job: Job
  device: Device
  lineages: Lineages
  stalePins: StalePin[]
  now: Date
}

/** What there is before anything is read back; most repeated and lost results end here. */
async function look(
  context: TenantContext,
  given: GivenResult,
): Promise<Seen | { stored: ResultAnswer } | DomainError> {
  const { job, standing } = await lockLeasedJob(context, given.claim)
  const stored = await storedAnswer(context, given) // under the lock: the same result may be on its way to a commit
  if (stored) return stored
  if (standing === 'lost') throw leaseLost()
  const device = await Device.query(context.trx).findById(job.deviceId).throwIfNotFound()
  const stalePins = await findStalePins(context, device)
  return { job, device, lineages: await readLineages(context, device.id), stalePins, now: context.now }
}

/** The answer that this lease's result got; another result for it is recorded, and refused. */
async function storedAnswer(
  context: TenantContext,
  { claim, bodyHash }: GivenResult,
): Promise<{ stored: ResultAnswer } | DomainError | null> {
  const { jobId, leaseId } = claim
  const { trx, tenantId } = context
  const known = await JobResult.query(trx).where({ tenantId, jobId, leaseId }).first()
  if (!known) return null
  if (known.bodyHash.equals(bodyHash)) return { stored: known.answer as ResultAnswer }
  await recordAudit(context, 'backup.result_mismatch', { kind: 'run', id: jobId, outcome: 'refused' })
  return new DomainError('result_mismatch')
}

function examine(
  dependencies: CommitDependencies,
  { result }: GivenResult,
  seen: Seen,
  report: ReadReport,
  walkMemory: TreeWalkBudget,
): Promise<Examined[]> {
  const { job, lineages, now } = seen
  const { repository } = dependencies
  const { tenantId } = job
  const captured = { from: job.startedAt ?? job.queuedAt, until: now }
  const findMissing = (chunks: Buffer) => dependencies.within((context) => recheckChunks(context, chunks))
  const distrust = (chunk: ChunkId) => dependencies.within((context) => markChunkDamaged(context, chunk))
  return examineArtifacts(
    {
      ...comparingFor(dependencies, seen),
      tenantId,
      repository,
      walkMemory,
      lineages,
      report,
      captured,
      findMissing,
      distrust,
    },
    result.artifacts,
  )
}

function comparingFor({ keys, repository, workers }: CommitDependencies, { job, device }: Seen): ComparisonContext {
  const platform = platformById(device.platform)
  if (!platform) throw invalidField('artifacts', 'platform_unknown', { platform: device.platform })
  return { platform, keys, reader: repository.chunkReader(job.tenantId), workers }
}

/** @returns null when it has to be prepared anew */
async function commit(
  context: TenantContext,
  dependencies: CommitDependencies,
  given: GivenResult,
  { examined, report, pins }: { examined: Examined[]; report: ReadReport; pins: ReadonlyMap<string, Renormalised> },
): Promise<ResultAnswer | DomainError | null> {
  const { claim, result } = given
  const { job, standing } = await lockLeasedJob(context, claim)
  const stored = await storedAnswer(context, given)
  if (stored instanceof DomainError) return stored
  if (stored) return stored.stored
  if (standing === 'lost') throw leaseLost()
  if (standing === 'current' && job.status !== 'running') await begin(context, [job], dependencies.intervals)
  if (standing === 'late') job.agentId = claim.agentId
  if (!(await writeVersions(context, job, examined, dependencies.keys, pins))) return null
  const device = await Device.query(context.trx).findById(job.deviceId).throwIfNotFound()
  const facts = { job, device, result, report, examined, keys: dependencies.keys, now: context.now }
  const jobContext = { trx: context.trx, now: context.now, kinds: dependencies.kinds }
  const attempt = { leaseId: claim.leaseId, timeZone: dependencies.timeZone, device }
  const ended = await dependencies.kinds[job.kind].onCommit(jobContext, facts, attempt)
  const status = ended === 'requeue' ? await release(jobContext, job) : ended
  const answer = { status }
  const { jobId, leaseId } = claim
  const { tenantId, now } = context
  await JobResult.query(context.trx).insert({
    tenantId,
    jobId,
    leaseId,
    bodyHash: given.bodyHash,
    status: 200,
    answer,
    createdAt: now,
  })
  if (['succeeded', 'unchanged', 'partial'].includes(status)) await forgetCheckpoint(context, job.deviceId)
  await recordAudit(context, 'backup.commit', {
    kind: 'run',
    id: jobId,
    outcome: status === 'failed' || status === 'blocked' ? 'failed' : 'done',
    detail: {
      device_id: job.deviceId,
      kind: job.kind,
      status,
      late: standing === 'late',
      versions: examined.flatMap((one) => (one.state === 'changed' ? one.versionId : [])),
    },
  })
  return answer
}

/** The agent stopped without being asked to: another may run the job. */
async function release(context: JobContext, job: Job): Promise<ResultAnswer['status']> {
  const { id, tenantId, leaseId, kind } = job
  if (leaseId) await expireLeases(context, [{ id, tenantId, leaseId, kind }], 'ended')
  const after = await job.$query(context.trx)
  return after?.status ?? 'queued'
}
