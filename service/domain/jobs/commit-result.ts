import type { Intervals } from '../../../shared/agent-protocol/intervals.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { platformById } from '../../../shared/platforms/registry.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'
import { DatabaseUnavailable } from '../../store/database-unavailable.ts'
import type { ServicePool } from '../../workers/service-pool.ts'
import type { Origin, RunInTransaction, TenantContext } from '../kernel/context.ts'
import { DomainError } from '../kernel/domain-error.ts'
import type { Repository } from '../repository/chunks/repository.ts'
import { examineResult, needsNoReading } from './examine-result.ts'
import type { Failpoint } from './failpoint.ts'
import type { JobKinds } from './job-kind.ts'
import type { LeaseClaim } from './lease-state.ts'
import { type SeenResult, lookAtResults, lookAgain } from './look-at-results.ts'
import { forgetCheckpoints } from './record-progress.ts'
import { type ReadyResult, writeResults } from './write-results.ts'
import { manifestOf } from './write-versions.ts'

type Result = components['schemas']['JobResult']
export type ResultAnswer = components['schemas']['ResultAnswer']

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
  /** Of its request, where requests share a commit. */
  origin?: Origin
}

/** What became of a result. `isNew`: it was written by this call. */
export type ResultEnd =
  { kind: 'answered'; answer: ResultAnswer; isNew: boolean } | { kind: 'rejected'; error: unknown }

/** `moved`: a lineage was changed meanwhile, and the result has to be prepared again. */
export type WriteEnd = ResultEnd | { kind: 'moved' }

/** How often a commit is prepared again because another one changed a lineage meanwhile. */
const attempts = 3

/**
 * Takes a job's result, once: reads back and examines everything that it refers to, then writes versions, job, device
 * and audit in one transaction. The same result again gets the same answer.
 * @throws DomainError 409 `result_mismatch` or `lease_lost`, 412 naming chunks that are not stored, 422
 */
export async function commitResult(dependencies: CommitDependencies, given: GivenResult): Promise<ResultAnswer> {
  const [end] = await commitResults(dependencies, [given])
  if (end?.status === 'fulfilled') return end.value
  throw end?.reason
}

/**
 * Takes results that came together, each as `commitResult` does, in shared transactions. Returns what became of each, in
 * order: one that is rejected keeps none of the others from being written.
 */
export async function commitResults(
  dependencies: CommitDependencies,
  given: readonly GivenResult[],
): Promise<PromiseSettledResult<ResultAnswer>[]> {
  const ends: Ends = new Map()
  const seen = await look(dependencies, given, ends)
  const [alone, together] = [seen.filter(readsTrees), seen.filter((one) => !readsTrees(one))]
  await Promise.all([together, ...alone.map((one) => [one])].map((batch) => commitSeen(dependencies, batch, ends)))
  return given.map((one) => {
    const end = ends.get(one)
    if (end?.kind === 'answered') return { status: 'fulfilled', value: end.answer }
    return { status: 'rejected', reason: end?.error ?? new Error('a result without an end') }
  })
}

type Ends = Map<GivenResult, ResultEnd>

/** Reading a tree back may take hours, and holds memory until the commit: no other result waits for it. */
function readsTrees({ device, given }: SeenResult): boolean {
  const artifacts = platformById(device.platform)?.artifacts ?? {}
  return given.result.artifacts.some(({ key, state }) => state === 'captured' && artifacts[key]?.kind === 'blob')
}

/**
 * Reads what there is before anything is read back. Repeated and lost results end here, and those that refer to nothing
 * but the latest versions are written at once. Returns the others.
 */
async function look(
  dependencies: CommitDependencies,
  given: readonly GivenResult[],
  ends: Ends,
): Promise<SeenResult[]> {
  const found = await togetherOrApart(given, (batch) =>
    dependencies.within((context) => lookAndWrite(context, dependencies, batch)),
  )
  await noteEnds(dependencies, found, ends)
  return [...found.values()].filter((one) => one.kind === 'seen')
}

async function lookAndWrite(
  context: TenantContext,
  dependencies: CommitDependencies,
  given: readonly GivenResult[],
): Promise<Map<GivenResult, SeenResult | ResultEnd>> {
  const found = await lookAtResults(context, given)
  const ready: ReadyResult[] = []
  for (const [one, seen] of found) {
    if (seen.kind !== 'seen' || !needsNoReading(dependencies, seen)) continue
    const examined = await examineResult(dependencies, seen)
    if (examined.kind === 'rejected') found.set(one, examined)
    else ready.push(examined)
  }
  if (ready.length === 0) return found
  await dependencies.failpoint?.('after_verify')
  await dependencies.failpoint?.('before_commit')
  for (const [one, end] of await writeResults(context, dependencies, ready)) {
    if (end.kind !== 'moved') found.set(one, end)
  }
  return found
}

/** Commits results whose content is read back first, again for those whose lineages another commit changed meanwhile. */
async function commitSeen(dependencies: CommitDependencies, seen: SeenResult[], ends: Ends): Promise<void> {
  let batch = seen
  for (let attempt = 1; batch.length > 0; attempt++) {
    const moved = await commitOnce(dependencies, batch, ends)
    if (attempt === attempts) {
      const error = new DomainError('busy', {}, { retry_after_seconds: 1 })
      for (const one of moved) ends.set(one, { kind: 'rejected', error })
      break
    }
    batch = moved.length > 0 ? await look(dependencies, moved, ends) : []
  }
  await forgetMissing(dependencies, seen, ends)
}

/** Returns those whose lineages were changed meanwhile. */
async function commitOnce(dependencies: CommitDependencies, seen: SeenResult[], ends: Ends): Promise<GivenResult[]> {
  const { within, repository, failpoint, keys } = dependencies
  const walks = seen.map(() => repository.walkMemory(keys.tenantId))
  const reader = repository.chunkReader(keys.tenantId)
  try {
    const examined = await Promise.all(
      seen.map((one, at) => examineResult(dependencies, one, { reader, walkMemory: walks[at] })),
    )
    const ready = new Map<GivenResult, ReadyResult>()
    examined.forEach((end, at) => {
      const given = seen[at]?.given as GivenResult
      if (end.kind === 'ready') ready.set(given, end)
      else ends.set(given, end)
    })
    await failpoint?.('after_verify')
    await repository.writeManifests(keys.tenantId, [...ready.values()].flatMap(manifestsOf))
    await failpoint?.('before_commit')
    const written = await togetherOrApart([...ready.keys()], (batch) =>
      within(async (context) => {
        const again = await lookAgain(context, batch.map((one) => ready.get(one) as ReadyResult)) // prettier-ignore
        return new Map([...again.ends, ...(await writeResults(context, dependencies, again.ready))])
      }),
    )
    await noteEnds(dependencies, written, ends)
    return [...written].filter(([, { kind }]) => kind === 'moved').map(([given]) => given)
  } catch (error) {
    for (const { given } of seen) if (!ends.has(given)) ends.set(given, { kind: 'rejected', error })
    return []
  } finally {
    for (const walk of walks) walk.release()
  }
}

function manifestsOf({ job, device, examined }: ReadyResult) {
  return examined.filter((one) => one.state === 'changed').map((changed) => manifestOf(job, device, changed))
}

/**
 * Runs `work` for all at once. If that fails, runs it for each alone: what one of them causes keeps none of the others
 * from their end.
 */
async function togetherOrApart<T>(
  given: readonly GivenResult[],
  work: (batch: readonly GivenResult[]) => Promise<Map<GivenResult, T>>,
): Promise<Map<GivenResult, T | ResultEnd>> {
  if (given.length === 0) return new Map()
  try {
    return await work(given)
  } catch (error) {
    const [first] = given
    if (given.length === 1 && first) return new Map([[first, { kind: 'rejected', error }]])
    if (error instanceof DatabaseUnavailable) return new Map(given.map((one) => [one, { kind: 'rejected', error }]))
    const apart = new Map<GivenResult, T | ResultEnd>()
    for (const one of given) for (const entry of await togetherOrApart([one], work)) apart.set(...entry)
    return apart
  }
}

/** Notes how results ended, when the transaction is over. */
async function noteEnds(
  { alarm, failpoint }: CommitDependencies,
  outcomes: ReadonlyMap<GivenResult, ResultEnd | { kind: 'seen' | 'moved' }>,
  ends: Ends,
): Promise<void> {
  const isNew = [...outcomes.values()].some((end) => end.kind === 'answered' && end.isNew)
  if (isNew) await failpoint?.('after_commit')
  for (const [given, end] of outcomes) {
    if (end.kind === 'answered' || end.kind === 'rejected') ends.set(given, end)
    if (end.kind !== 'rejected') continue
    if (end.error instanceof DomainError && end.error.code === 'result_mismatch') {
      const { jobId, agentId } = given.claim
      alarm('two results for one lease', { jobId, agentId })
    }
  }
}

/** What a checkpoint refers to may be missing too. */
async function forgetMissing({ within }: CommitDependencies, seen: SeenResult[], ends: Ends): Promise<void> {
  const devices = seen.flatMap(({ given, device }) => {
    const end = ends.get(given)
    return end?.kind === 'rejected' && end.error instanceof DomainError && end.error.status === 412 ? [device.id] : []
  })
  if (devices.length > 0) await within((context) => forgetCheckpoints(context, devices))
}
