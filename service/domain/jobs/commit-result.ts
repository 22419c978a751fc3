import { DatabaseUnavailable } from '../../store/database-unavailable.ts'
import type { TenantContext } from '../kernel/context.ts'
import { DomainError } from '../kernel/domain-error.ts'
import { examineResult, needsNoContent } from './examine-result.ts'
import type {
  CommitDependencies,
  ReceivedResult,
  ReadyResult,
  ResultAnswer,
  ResultEnd,
  LoadedResult,
} from './job-results.ts'
import { reloadResults, loadResults } from './load-results.ts'
import { forgetCheckpoints } from './record-progress.ts'
import { writeResults } from './write-results.ts'
import { manifestOf } from './write-versions.ts'

/** How often a commit is retried because another one changed a lineage in the meantime. */
const attempts = 3

/**
 * Commits a job's result once: reads back and examines the content that it refers to, then writes versions, job, device
 * and audit records in one transaction. A repeated result gets the same answer.
 * @throws DomainError 409 `result_mismatch` or `lease_lost`; 412 with the ids of missing chunks; 422
 */
export async function commitResult(dependencies: CommitDependencies, given: ReceivedResult): Promise<ResultAnswer> {
  const [end] = await commitResults(dependencies, [given])
  if (end?.status === 'fulfilled') return end.value
  throw end?.reason
}

/**
 * Commits results that arrived together in shared transactions, each as `commitResult` does. Returns the outcome of each in
 * order. A rejected result does not affect the others.
 */
export async function commitResults(
  dependencies: CommitDependencies,
  given: readonly ReceivedResult[],
): Promise<PromiseSettledResult<ResultAnswer>[]> {
  const ends: Ends = new Map()
  const loaded = await load(dependencies, given, ends)
  const [alone, together] = [loaded.filter(readsTrees), loaded.filter((one) => !readsTrees(one))]
  await Promise.all([together, ...alone.map((one) => [one])].map((batch) => commitLoaded(dependencies, batch, ends)))
  return given.map((one) => {
    const end = ends.get(one)
    if (end?.kind === 'answered') return { status: 'fulfilled', value: end.answer }
    return { status: 'rejected', reason: end?.error ?? new Error('a result without an end') }
  })
}

type Ends = Map<ReceivedResult, ResultEnd>

/** Reading a tree back may take hours and holds memory until the commit, so other results do not wait for it. */
function readsTrees({ platform, given }: LoadedResult): boolean {
  const artifacts = platform?.artifacts ?? {}
  return given.result.artifacts.some(({ key, state }) => state === 'captured' && artifacts[key]?.kind === 'blob')
}

/**
 * Loads what the database holds before any content is read. Repeated results and those of lost leases end here. Results that
 * refer only to the latest versions are written at once. Returns the others.
 */
async function load(
  dependencies: CommitDependencies,
  given: readonly ReceivedResult[],
  ends: Ends,
): Promise<LoadedResult[]> {
  const found = await runBatch(given, (batch) =>
    dependencies.within((context) => loadAndWriteUnchanged(context, dependencies, batch)),
  )
  await recordEnds(dependencies, found, ends)
  return [...found.values()].filter((one) => one.kind === 'loaded')
}

async function loadAndWriteUnchanged(
  context: TenantContext,
  dependencies: CommitDependencies,
  given: readonly ReceivedResult[],
): Promise<Map<ReceivedResult, LoadedResult | ResultEnd>> {
  const found = await loadResults(context, given)
  const ready: ReadyResult[] = []
  for (const [one, loaded] of found) {
    if (loaded.kind !== 'loaded' || !needsNoContent(dependencies, loaded)) continue
    const examined = await examineResult(dependencies, loaded)
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

/** Commits results whose content is read back first, and retries those whose lineages another commit changed. */
async function commitLoaded(dependencies: CommitDependencies, loaded: LoadedResult[], ends: Ends): Promise<void> {
  let batch = loaded
  for (let attempt = 1; batch.length > 0; attempt++) {
    const moved = await commitOnce(dependencies, batch, ends)
    if (attempt === attempts) {
      const error = new DomainError('busy', {}, { retry_after_seconds: 1 })
      for (const one of moved) ends.set(one, { kind: 'rejected', error })
      break
    }
    batch = moved.length > 0 ? await load(dependencies, moved, ends) : []
  }
  await forgetBrokenCheckpoints(dependencies, loaded, ends)
}

/** Returns the results whose lineages another commit changed. */
async function commitOnce(
  dependencies: CommitDependencies,
  loaded: LoadedResult[],
  ends: Ends,
): Promise<ReceivedResult[]> {
  const { within, repository, failpoint, keys } = dependencies
  const walks = loaded.map(() => repository.walkMemory(keys.tenantId))
  const reader = repository.chunkReader(keys.tenantId)
  try {
    const examined = await Promise.all(
      loaded.map((one, at) => examineResult(dependencies, one, { reader, walkMemory: walks[at] })),
    )
    const ready = new Map<ReceivedResult, ReadyResult>()
    examined.forEach((end, at) => {
      const given = loaded[at]?.given as ReceivedResult
      if (end.kind === 'ready') ready.set(given, end)
      else ends.set(given, end)
    })
    await failpoint?.('after_verify')
    await repository.writeManifests(keys.tenantId, [...ready.values()].flatMap(manifestsOf))
    await failpoint?.('before_commit')
    const written = await runBatch([...ready.keys()], (batch) =>
      within(async (context) => {
        const again = await reloadResults(context, batch.map((one) => ready.get(one) as ReadyResult)) // prettier-ignore
        return new Map([...again.ends, ...(await writeResults(context, dependencies, again.ready))])
      }),
    )
    await recordEnds(dependencies, written, ends)
    return [...written].filter(([, { kind }]) => kind === 'moved').map(([given]) => given)
  } catch (error) {
    for (const { given } of loaded) if (!ends.has(given)) ends.set(given, { kind: 'rejected', error })
    return []
  } finally {
    for (const walk of walks) walk.release()
  }
}

function manifestsOf({ job, device, examined }: ReadyResult) {
  return examined.filter((one) => one.state === 'changed').map((changed) => manifestOf(job, device, changed))
}

/**
 * Runs `work` for all results together. If that fails, runs it for each alone, so that one result cannot fail the others.
 */
async function runBatch<T>(
  given: readonly ReceivedResult[],
  work: (batch: readonly ReceivedResult[]) => Promise<Map<ReceivedResult, T>>,
): Promise<Map<ReceivedResult, T | ResultEnd>> {
  if (given.length === 0) return new Map()
  try {
    return await work(given)
  } catch (error) {
    const [first] = given
    if (given.length === 1 && first) return new Map([[first, { kind: 'rejected', error }]])
    if (error instanceof DatabaseUnavailable) return new Map(given.map((one) => [one, { kind: 'rejected', error }]))
    const apart = new Map<ReceivedResult, T | ResultEnd>()
    for (const one of given) for (const entry of await runBatch([one], work)) apart.set(...entry)
    return apart
  }
}

/** Records how results ended, after the transaction. */
async function recordEnds(
  { alarm, failpoint }: CommitDependencies,
  outcomes: ReadonlyMap<ReceivedResult, ResultEnd | { kind: 'loaded' | 'moved' }>,
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

/** Deletes the checkpoints of devices whose results refer to missing chunks: the checkpoints may refer to them too. */
async function forgetBrokenCheckpoints(
  { within }: CommitDependencies,
  loaded: LoadedResult[],
  ends: Ends,
): Promise<void> {
  const devices = loaded.flatMap(({ given, device }) => {
    const end = ends.get(given)
    return end?.kind === 'rejected' && end.error instanceof DomainError && end.error.status === 412 ? [device.id] : []
  })
  if (devices.length > 0) await within((context) => forgetCheckpoints(context, devices))
}
