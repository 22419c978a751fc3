import type { components } from '../../shared/contract/api-types.ts'
import type { Locale } from '../../shared/messages/create-renderer.ts'
import type { ActionContext } from '../domain/kernel/context.ts'
import { findWaitReasons } from '../domain/jobs/find-wait-reasons.ts'
import type { Run } from '../domain/jobs/runs.ts'
import { presentRun } from './present/run.ts'

/**
 * Returns runs that were just queued, with the reason if no agent can take them. Queued runs have no encrypted fields.
 */
export async function presentQueued(
  context: Pick<ActionContext, 'trx' | 'now'>,
  runs: Run[],
  locale: Locale,
): Promise<components['schemas']['Run'][]> {
  const waits = await findWaitReasons(context, runs)
  return runs.map((run) => presentRun(run, null, undefined, waits, locale))
}

/** As `presentQueued`, for one run. */
export async function presentQueuedRun(
  context: Pick<ActionContext, 'trx' | 'now'>,
  run: Run,
  locale: Locale,
): Promise<components['schemas']['Run']> {
  return presentRun(run, null, undefined, await findWaitReasons(context, [run]), locale)
}
