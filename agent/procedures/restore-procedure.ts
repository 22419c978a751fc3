import type { components } from '../../shared/contract/api-types.ts'
import type { RestoreOrder } from '../../shared/agent-protocol/envelope.ts'
import type { CollectDependencies } from '../collect/device-collector.ts'
import type { SshDependencies } from '../collect/ssh-path.ts'
import type { DeviceFailure } from '../device-failure.ts'
import type { JobSpec } from '../job-spec.ts'

/** What a restore or one of its followers did or found; `warnings` in words, for the run. */
export type RestoreFound = components['schemas']['RestoreResult'] & { warnings: string[]; failure?: DeviceFailure }

/** A job of a restore: its order says what of which version. */
export type RestoreJob = JobSpec & { restore: RestoreOrder }

export interface RestoreDependencies extends SshDependencies, Pick<CollectDependencies, 'now' | 'shellLimits'> {
  /** The text, whole and verified: fetched when it is first asked for, as the service may be away. @throws DeviceFailure */
  text(): Promise<Buffer>
  /** Throws when the job was stopped: asked between two steps. */
  checkpoint(): void
  /** Told right before the first thing that cannot be taken back: from here on nobody stops the job. */
  committing(): void
}

/** How a platform is given a configuration. Nothing of it is ever done twice for one job. */
export interface RestoreProcedure {
  /**
   * Replaces the whole configuration, in a candidate that nobody else has, and commits it so that the device goes back by
   * itself. Whatever happens before the commit leaves the device as it was.
   * @returns `pending`, `unchanged`, or `unknown` when the session broke while it committed
   * @throws DeviceFailure: nothing was committed
   */
  give(job: RestoreJob, dependencies: RestoreDependencies): Promise<RestoreFound>
  /**
   * Confirms the commit, on a connection of its own.
   * @returns `confirmed`; what `look` finds when there is nothing to confirm any more; `unknown`
   * @throws DeviceFailure: it was not confirmed
   */
  confirm(job: RestoreJob, dependencies: RestoreDependencies): Promise<RestoreFound>
  /** What became of it; changes nothing but for an upload that was left behind, which it removes. */
  look(job: RestoreJob, dependencies: RestoreDependencies): Promise<RestoreFound>
}
