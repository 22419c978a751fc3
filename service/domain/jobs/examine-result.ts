import type { ChunkId } from '../../../shared/repository/chunk-id.ts'
import type { ChunkReader } from '../../../shared/repository/chunk-writer.ts'
import { invalidField } from '../kernel/domain-error.ts'
import { markChunkDamaged } from '../repository/chunks/mark-chunk-damaged.ts'
import { recheckChunks } from '../repository/chunks/recheck-chunks.ts'
import type { TreeWalkBudget } from '../repository/chunks/tree-walk-budget.ts'
import { renormalisePins } from '../repository/pins/renormalise-pins.ts'
import type { ComparisonContext } from '../repository/versions/comparison-context.ts'
import { knownFailure } from './retry-policy.ts'
import { needsRenormalising } from './compare-with-latest.ts'
import { examineArtifacts, reportedContent } from './examine-artifacts.ts'
import { lineageName } from './read-lineages.ts'
import type { CommitDependencies, ReadyResult, LoadedResult } from './job-results.ts'
import { readJobReport } from './read-job-report.ts'

/** Returns whether a result can be written without reading content from the object store. */
export function needsNoContent(dependencies: Pick<CommitDependencies, 'kinds'>, loaded: LoadedResult): boolean {
  if (!bringsContent(dependencies, loaded)) return true
  const { platform, given, lineages, stalePins } = loaded
  if (!platform || stalePins.length > 0) return false
  return given.result.artifacts.every((artifact) => {
    if (artifact.state !== 'unchanged') return artifact.state !== 'captured'
    const latest = lineages.get(lineageName(artifact))?.latest
    return !latest || !needsRenormalising(platform, latest, reportedContent(artifact))
  })
}

/** `reader`: shared by results that are read together. `walkMemory`: holds what tree walks collected until the commit. */
export interface ResultReading {
  reader: ChunkReader
  walkMemory: TreeWalkBudget | undefined
}

/**
 * Reads back and examines what a result refers to. Writes nothing except marks of damaged chunks.
 * @param reading absent for a result that needs no content
 */
export async function examineResult(
  dependencies: CommitDependencies,
  loaded: LoadedResult,
  reading?: ResultReading,
): Promise<ReadyResult | { kind: 'rejected'; error: unknown }> {
  const { given, job, device, platform, leaseState, stalePins } = loaded
  const { result, claim } = given
  const ready = { kind: 'ready' as const, given, job, device, platform, leaseState, receivedAt: loaded.now }
  try {
    const report = readJobReport(dependencies.keys, claim, result.sealed, knownFailure(result.error_code))
    if (!bringsContent(dependencies, loaded)) {
      return { ...ready, report, examined: [], pins: new Map() }
    }
    const comparing = comparingFor(dependencies, loaded, reading?.reader)
    const examined = await examineArtifacts(
      {
        ...comparing,
        tenantId: job.tenantId,
        repository: dependencies.repository,
        walkMemory: reading?.walkMemory ?? noWalks,
        lineages: loaded.lineages,
        report,
        captured: { from: job.startedAt ?? job.queuedAt, until: loaded.now },
        findMissing: (chunks) => dependencies.within((context) => recheckChunks(context, chunks)),
        distrust: (chunk: ChunkId) => dependencies.within((context) => markChunkDamaged(context, chunk)),
      },
      result.artifacts,
    )
    const pins = await renormalisePins(comparing, stalePins)
    return { ...ready, report, examined, pins }
  } catch (error) {
    return { kind: 'rejected', error }
  }
}

function bringsContent({ kinds }: Pick<CommitDependencies, 'kinds'>, { job, given }: LoadedResult): boolean {
  return kinds[job.kind].bringsContent && given.result.outcome === 'collected'
}

function comparingFor(
  { keys, repository, workers }: CommitDependencies,
  { job, device, platform }: LoadedResult,
  reader = repository.chunkReader(job.tenantId),
): ComparisonContext {
  if (!platform) throw invalidField('artifacts', 'platform_unknown', { platform: device.platform })
  return { platform, keys, reader, workers }
}

const noWalks = { grow: () => Promise.reject(new Error('a result without trees walks none')) }
