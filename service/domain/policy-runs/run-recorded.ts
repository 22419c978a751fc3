import { randomUUIDv7 } from 'node:crypto'
import { PolicyRun } from '../../store/models/policy-run.ts'
import type { InMoment } from '../jobs/reap.ts'
import type { PolicyDuty, PolicyEnd } from './record-run.ts'

const notEnded = 'has not ended: it is under way, or was interrupted'

/**
 * Runs one duty so that it leaves a row whatever happens: the row stands from the beginning as `stopped` without an end,
 * which is what remains of a run that was killed, and `work`'s answer completes it. `work` opens transactions of its own.
 * @throws what `work` throws, once the row says `failed`
 */
export async function runRecorded(
  inMoment: InMoment,
  { tenantId, kind, dryRun = false }: PolicyDuty,
  work: () => Promise<PolicyEnd>,
): Promise<PolicyEnd> {
  const id = randomUUIDv7()
  await inMoment(({ trx, now }) =>
    PolicyRun.query(trx)
      .insert({ id, tenantId, kind, startedAt: now, outcome: 'stopped', reason: notEnded, dryRun })
      .execute(),
  )
  const end = ({ outcome, reason = null, counts = {} }: PolicyEnd) =>
    inMoment(({ trx, now }) =>
      PolicyRun.query(trx).findById(id).patch({ finishedAt: now, outcome, reason, counts }).execute(),
    )
  try {
    const ended = await work()
    await end(ended)
    return ended
  } catch (error) {
    // An error's words may quote rows: they go to the log, and its kind is enough here.
    const reason = `failed: ${error instanceof Error ? error.name : 'unknown'}; the service’s log says more`
    await end({ outcome: 'failed', reason }).catch(() => undefined) // the first trouble is the one to tell
    throw error
  }
}
