import type { Intervals } from '../../../shared/agent-protocol/intervals.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import type { Platform } from '../../../shared/platforms/platform.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'
import type { Device } from '../../store/models/device.ts'
import type { Job } from '../../store/models/job.ts'
import type { ServicePool } from '../../workers/service-pool.ts'
import type { Origin, RunInTransaction } from '../kernel/context.ts'
import type { Repository } from '../repository/chunks/repository.ts'
import type { StalePin } from '../repository/pins/renormalise-pins.ts'
import type { Examined } from './examination-context.ts'
import type { Failpoint } from './failpoint.ts'
import type { JobKinds } from './job-kind.ts'
import type { Lineages } from './read-lineages.ts'
import type { LeaseClaim, LeaseState } from './lease-state.ts'
import type { ReadReport } from './read-job-report.ts'
import type { FoundVersions } from './write-versions.ts'

type Result = components['schemas']['JobResult']
export type ResultAnswer = components['schemas']['ResultAnswer']

/** What committing results needs from the service. */
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

/** A result as received. The digest of its body distinguishes a repeated request from another result. */
export interface ReceivedResult {
  claim: LeaseClaim
  result: Result
  bodyHash: Buffer
  /** The origin of its request, where several requests share a commit. */
  origin?: Origin
}

/** The outcome of a result. `isNew`: this call wrote it; otherwise it was a repeated result. */
export type ResultEnd =
  { kind: 'answered'; answer: ResultAnswer; isNew: boolean } | { kind: 'rejected'; error: unknown }

/** `moved`: another commit changed a lineage in the meantime, so the result has to be loaded and examined again. */
export type WriteEnd = ResultEnd | { kind: 'moved' }

/** A result whose job is locked, by an agent that holds its lease or held it last. */
export interface LockedResult {
  given: ReceivedResult
  job: Job
  leaseState: Exclude<LeaseState, 'lost'>
}

/** A result of a live lease, with what the database holds of its device. No content was read yet. */
export interface LoadedResult extends LockedResult {
  kind: 'loaded'
  device: Device
  /** Undefined for a platform that is no longer known. */
  platform: Platform | undefined
  lineages: Lineages
  stalePins: StalePin[]
  now: Date
}

/** A result whose content was read back and examined. Its job is locked again when it is written. */
export interface ReadyResult extends FoundVersions {
  kind: 'ready'
  given: ReceivedResult
  leaseState: Exclude<LeaseState, 'lost'>
  device: Device
  platform: Platform | undefined
  examined: Examined[]
  report: ReadReport
  /** When the service began to process the result. */
  receivedAt: Date
}
