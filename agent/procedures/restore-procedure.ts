import type { components } from '../../shared/contract/api-types.ts'
import type { RestoreOrder } from '../../shared/agent-protocol/envelope.ts'
import type { CollectDependencies } from '../collect/device-collector.ts'
import type { SshDependencies } from '../collect/ssh-path.ts'
import type { DeviceFailure } from '../device-failure.ts'
import type { JobSpec } from '../job-spec.ts'
import type { RunWarning } from '../run-warnings.ts'

/** The outcome of a restore or a follow-up job. */
export type RestoreOutcome = components['schemas']['RestoreResult'] & {
  warnings: RunWarning[]
  failure?: DeviceFailure
}

/** A job of a restore. Its order identifies the version and the action. */
export type RestoreJob = JobSpec & { restore: RestoreOrder }

export interface RestoreDependencies extends SshDependencies, Pick<CollectDependencies, 'now' | 'shellLimits'> {
  /**
   * Returns the complete, verified text. Fetched at the first call, because the service may be unavailable later.
   * @throws DeviceFailure
   */
  text(): Promise<Buffer>
  /** Throws if the job was stopped. Called between steps. */
  checkpoint(): void
  /** Called before the first irreversible step. From then on the job is not stopped. */
  committing(): void
}

/** Restores a configuration on one platform. No step is repeated within a job. */
export interface RestoreProcedure {
  /**
   * Replaces the whole configuration in an exclusive candidate and commits it with an automatic rollback. A failure
   * before the commit leaves the device unchanged.
   * @returns `pending`, `unchanged`, or `unknown` if the session broke during the commit
   * @throws DeviceFailure: nothing was committed
   */
  apply(job: RestoreJob, dependencies: RestoreDependencies): Promise<RestoreOutcome>
  /**
   * Confirms the commit over a new connection.
   * @returns `confirmed`; the result of `inspect` if there is nothing left to confirm; `unknown`
   * @throws DeviceFailure: it was not confirmed
   */
  confirm(job: RestoreJob, dependencies: RestoreDependencies): Promise<RestoreOutcome>
  /** Returns the current state. Changes nothing except that it removes an upload that was left behind. */
  inspect(job: RestoreJob, dependencies: RestoreDependencies): Promise<RestoreOutcome>
}
