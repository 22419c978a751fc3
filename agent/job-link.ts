import type { components } from '../shared/contract/api-types.ts'
import type { ReportedLine, ReportedResult } from '../shared/agent-protocol/report.ts'
import type { BaselineFile } from '../shared/agent-protocol/baseline.ts'
import type { ChunkId } from '../shared/repository/chunk-id.ts'
import type { TreeProgress } from './collect/tree/tree-progress.ts'
import type { PackPort } from './repository/pack-sender.ts'
import type { Observed, TrustDecision } from './sessions/session.ts'

/** An artifact's fingerprints, which the service compares with what is stored. */
export type CheckedArtifact = components['schemas']['ArtifactCheck']['artifacts'][number]

/** A job's result without the fields of the lease and the seal. */
export type JobResult = Omit<components['schemas']['JobResult'], 'lease_id' | 'sealed'> & { report: ReportedResult }

/**
 * The requests of a running job to the service. Each is repeated while that may help, until the job's signal is
 * aborted. A lost lease aborts the job, and later requests reject.
 */
export interface JobLink extends PackPort {
  /** Asks about a host key or certificate that the job does not list. A user may have approved it since. */
  checkFingerprint(observed: Observed): Promise<TrustDecision>
  /** The regular files of the previous tree; empty if there is no previous tree. */
  baseline(): AsyncIterable<BaselineFile[]>
  /** The text to restore, as the service stores it. */
  payload(): Promise<Buffer>
  /** Returns the artifacts whose content must be sent, as `${key}/${transport}`. */
  check(artifacts: CheckedArtifact[]): Promise<Set<string>>
  /**
   * Reports the progress of reading a tree. `checkpoint` is the root of a stored tree of the completely read files. A
   * failed report is ignored. Absent where no trees are read.
   */
  reportProgress?(progress: TreeProgress, checkpoint?: ChunkId): Promise<void>
  /** Sends lines of the run's log, oldest first. Lines that cannot be delivered are dropped silently. */
  log(lines: ReportedLine[]): Promise<void>
  /**
   * Sends the last lines of the run's log, and then the result, because an ended lease accepts no lines. Repeats both until
   * the service accepts the result or reports that the lease is lost, or until the deadline has long passed.
   * @returns `again` if it was not committed because chunks are missing or the device's versions changed since
   * @throws Refused if the service rejects it
   */
  commit(findings: JobResult, lines: ReportedLine[]): Promise<'over' | 'again'>
}
