import type { components } from '../shared/contract/api-types.ts'
import type { ReportedLine, ReportedResult } from '../shared/agent-protocol/report.ts'
import type { BaselineFile } from '../shared/agent-protocol/baseline.ts'
import type { ChunkId } from '../shared/repository/chunk-id.ts'
import type { TreeProgress } from './collect/tree-progress.ts'
import type { PackPort } from './repository/chunk-writer.ts'
import type { Observed, TrustDecision } from './sessions/session.ts'

/** An artifact by its content's HMACs, as the service compares it with what is stored. */
export type CheckedArtifact = components['schemas']['ArtifactCheck']['artifacts'][number]

/** A job's result without what belongs to the lease and the seal. */
export type JobResult = Omit<components['schemas']['JobResult'], 'lease_id' | 'sealed'> & { report: ReportedResult }

/**
 * What a running job asks of the service. Everything here repeats by itself where that may help, until the job's signal
 * is aborted; a lease that is gone aborts the job, and what is asked then rejects.
 */
export interface JobLink extends PackPort {
  /** Asks about a host key or certificate that the order does not name; a person may have approved it meanwhile. */
  judge(observed: Observed): Promise<TrustDecision>
  /** The regular files of the previous tree; none where there is no tree before. */
  baseline(): AsyncIterable<BaselineFile[]>
  /** The text that a restore gives back, as the service has it. */
  payload(): Promise<Buffer>
  /** Those artifacts whose content has to be sent, as `${key}/${transport}`. */
  check(artifacts: CheckedArtifact[]): Promise<Set<string>>
  /**
   * Reports how far the reading of a tree has come. `checkpoint`: the root of a stored tree of the files that were read to
   * their end. A report that does not arrive is lost without a word. Absent where no trees are read.
   */
  reportProgress?(progress: TreeProgress, checkpoint?: ChunkId): Promise<void>
  /** Lines of the run's log, oldest first. Those that cannot be delivered are lost without a word. */
  log(lines: ReportedLine[]): Promise<void>
  /**
   * Offers the result until the service has it, or says that the lease is gone, or the deadline is long over.
   * @returns `again`: not committed, because chunks went missing or the device's versions changed meanwhile
   * @throws Refused when the service cannot use it
   */
  commit(findings: JobResult): Promise<'over' | 'again'>
}
