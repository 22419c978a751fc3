import type { components } from '../../../shared/contract/api-types.ts'
import type { FailureCode } from '../../../shared/contract/failures.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'
import type { Device } from '../../store/models/device.ts'
import type { Job } from '../../store/models/job.ts'
import type { SystemContext } from '../kernel/context.ts'
import type { Examined } from './examination-context.ts'
import type { ReadReport } from './read-report.ts'

/** What the queue knows of a kind of job. Each call is part of the transaction that changes the job. */
export interface JobKind {
  /** Whether a collected result contains artifacts to examine and to store. */
  readonly bringsContent: boolean
  /** What ends a job whose offer no agent accepted; null: it is offered again. */
  readonly unacceptedOffer: FailureCode | null
  /**
   * Ends the attempt as its result says. Returns the job's status, or `requeue` if the agent stopped without being asked to.
   * @throws DomainError 422 for a result that this kind cannot have
   */
  onCommit(context: JobContext, facts: EndFacts, attempt: EndedAttempt): Promise<Job['status'] | 'requeue'>
  /** Records the end of an attempt, or of the job. `job` is as it is after the end. */
  onEnd(context: JobContext, job: Job, attempt: Omit<EndedAttempt, 'leaseId'>): Promise<void>
  /** Returns `requeue` to leave the job to the queue, or ends it and returns `end`. */
  onLeaseLost(context: JobContext, job: LeasedJob, worker: WorkerLoss): Promise<'requeue' | 'end'>
  /** The agent runs in a new process: what it was on, it is on no more. */
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
 * `ended`: the worker no longer works on it. `unheard`: it may, until a commit that it began at its deadline is over. Past
 * its commit, an agent without a connection finishes what it does.
 */
export type WorkerLoss = 'ended' | 'unheard'

/** How a job's attempt, and perhaps the job, ends. */
export interface JobEnd {
  status: Exclude<Job['status'], 'queued' | 'running'>
  errorCode?: FailureCode | null
  error?: Buffer | null
  summary?: Buffer | null
  transport?: string | null
  /** Counts against the device's retry setting. */
  deviceFailure?: boolean
  /** Of a job that waits for its next attempt. */
  notBefore?: Date
  /** Of a restore: until when its commit waits, and holds the device. */
  restore?: Partial<Pick<Job, 'confirmUntil' | 'heldUntil' | 'checkAt' | 'verifiedAt'>>
}

/** The attempt that ends. */
export interface EndedAttempt {
  leaseId: string
  timeZone: string
  /** The row of the job's device, if this transaction has read it. */
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
