import type { components } from '../../shared/contract/api-types.ts'
import type { Call } from '../domain/kernel/context.ts'
import { findWaitReasons } from '../domain/jobs/find-wait-reasons.ts'
import type { Run } from '../domain/jobs/runs.ts'
import { presentRun } from './present/run.ts'

/** Runs that were just queued, with the reason why no agent can take them. Nothing of such a run is sealed. */
export async function presentQueued(
  call: Pick<Call, 'trx' | 'now'>,
  runs: Run[],
): Promise<components['schemas']['Run'][]> {
  const waits = await findWaitReasons(call, runs)
  return runs.map((run) => presentRun(run, null, undefined, waits))
}

/** As `presentQueued`, of one run. */
export async function presentQueuedRun(
  call: Pick<Call, 'trx' | 'now'>,
  run: Run,
): Promise<components['schemas']['Run']> {
  return presentRun(run, null, undefined, await findWaitReasons(call, [run]))
}
