import type { components } from '../../../shared/contract/api-types.ts'
import type { FailureCode } from '../../../shared/contract/failures.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'
import type { Device } from '../../store/models/device.ts'
import type { Job } from '../../store/models/job.ts'
import type { SystemContext } from '../kernel/context.ts'
import type { Examined } from './examination-context.ts'
import type { ReadReport } from './read-job-report.ts'

/** What the queue knows of a kind of job. Each call is part of the transaction that changes the job. */
export interface JobKind {
  /** Whether a collected result contains artifacts to examine and to store. */
  readonly bringsContent: boolean
  /** The end of a job whose offer no agent accepted; null if it is offered again. */
  readonly unacceptedOffer: FailureCode | null
  /**
   * Decides how a result ends its attempt, without any effect. Returns null if the agent stopped without being asked to.
   * @throws DomainError 422 for a result that this kind cannot have
   */
  decide(facts: EndFacts): DecidedEnd | null
  /** Records the ends of attempts, or of jobs. Each job is as it is after its end. */
  onEnd(context: JobContext, ended: readonly EndedJob[], timeZone: string): Promise<void>
  /** Returns `requeue` to leave the job to the queue, or ends it and returns `end`. */
  onLeaseLost(context: JobContext, job: LeasedJob, worker: WorkerLoss): Promise<'requeue' | 'end'>
  /** Called when the agent runs in a new process, which no longer works on its former jobs. */
  onAgentRestart?(context: SystemContext, tenantId: string, agentId: string): Promise<void>
  /** Ends or follows up what is due at `context.now`. Returns the number of jobs that were changed. */
  finishDue?(context: JobContext): Promise<number>
}

/** Every kind of job; `kinds/registry.ts` lists them. */
export type JobKinds = Readonly<Record<Job['kind'], JobKind>>

/** A transaction that may end jobs. */
export interface JobContext extends SystemContext {
  kinds: JobKinds
}

/** A job as it was when its lease was lost; its row is locked. */
export interface LeasedJob {
  id: string
  tenantId: string
  leaseId: string
  kind: Job['kind']
}

/**
 * `ended`: the worker no longer works on the job. `unreachable`: it may, until a commit that it began at its deadline is
 * over. After its commit, an agent without a connection completes its work.
 */
export type WorkerLoss = 'ended' | 'unreachable'

/** How a job's attempt, and perhaps the job, ends. */
export interface JobEnd {
  status: Exclude<Job['status'], 'queued' | 'running'>
  errorCode?: FailureCode | null
  error?: Buffer | null
  summary?: Buffer | null
  transport?: string | null
  /** Counts against the device's retry setting. */
  deviceFailure?: boolean
  /** Time of the next attempt. */
  notBefore?: Date
  /** Of a restore: until when its commit is pending and reserves the device. */
  restore?: Partial<Pick<Job, 'confirmUntil' | 'heldUntil' | 'checkAt' | 'verifiedAt'>>
}

/** The end of a job by its result. `afterwards` runs in the same transaction after the end is written. */
export interface DecidedEnd {
  end: JobEnd
  afterwards?: (context: JobContext, job: Job) => Promise<void>
}

/** `device`: the row of the job's device, if this transaction has read it. */
export interface EndedJob {
  job: Job
  device?: Device
}

/** All that decides how a job ends. */
export interface EndFacts {
  job: Job
  device: Device
  result: components['schemas']['JobResult']
  report: ReadReport
  examined: Examined[]
  keys: TenantKeys
  now: Date
}
