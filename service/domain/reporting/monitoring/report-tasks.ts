import type { SystemContext } from '../../kernel/context.ts'
import { type NightlyKind, nightlyKinds } from '../../kernel/maintenance-tasks/nightly-kinds.ts'
import { closeAlert, lockAlert, openAlert } from '../../outbox/events/open-alerts.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'

/** Older runs are ignored: they do not describe the current state. */
const windowMs = 3 * 24 * 3_600_000

/** Maximum time between runs of one night, which has a run for each tenant. */
const nightMs = 6 * 3_600_000

interface LatestRuns {
  kind: NightlyKind
  failedAt: Date | null
  failedId: string | null
  succeededAt: Date | null
  succeededId: string | null
}

/**
 * Records `task.failed` for each nightly task with a failed run, of any tenant. Records `task.recovered` once a later
 * night had a success and no further failure. Each is recorded once, however many replicas check.
 */
export async function noticeTasks(context: SystemContext): Promise<void> {
  for (const runs of await findLatestRuns(context)) {
    const key = `task ${runs.kind}`
    const alert = await lockAlert(context.trx, key)
    if (alert) await recoverTask(context, key, runs, new Date(String(alert.detail['failed_at'])))
    else await failTask(context, key, runs)
  }
}

async function failTask(context: SystemContext, key: string, { kind, failedAt, failedId, succeededAt }: LatestRuns) {
  if (!failedAt || !failedId || isLaterNight(succeededAt, failedAt)) return
  const failed_at = failedAt.toISOString()
  if (!(await openAlert(context.trx, key, context.now, { failed_at }))) return
  const data = { task: kind, failed_at, run_id: failedId }
  await recordEvents(context, [{ type: 'task.failed', tenantId: null, data }])
}

async function recoverTask(context: SystemContext, key: string, runs: LatestRuns, since: Date): Promise<void> {
  const { kind, succeededAt, succeededId } = runs
  const failedAt = runs.failedAt ?? since
  if (!succeededId || !isLaterNight(succeededAt, failedAt) || !(await closeAlert(context.trx, key))) return
  const data = { task: kind, failed_at: since.toISOString(), run_id: succeededId }
  await recordEvents(context, [{ type: 'task.recovered', tenantId: null, data }])
}

function isLaterNight(succeededAt: Date | null, failedAt: Date): boolean {
  return succeededAt !== null && succeededAt.getTime() - failedAt.getTime() > nightMs
}

async function findLatestRuns({ trx, now }: SystemContext): Promise<LatestRuns[]> {
  const { rows } = await trx.raw<{ rows: LatestRuns[] }>(
    `select kinds.kind, failed.started_at as "failedAt", failed.id as "failedId",
       succeeded.started_at as "succeededAt", succeeded.id as "succeededId"
     from unnest(:kinds::text[]) as kinds (kind)
       left join lateral (
         select id, started_at from policy_runs r
         where r.kind = kinds.kind and r.started_at > :since and r.started_at <= :now and r.outcome = 'failed' and not r.dry_run
         order by started_at desc, id desc limit 1) failed on true
       left join lateral (
         select id, started_at from policy_runs r
         where r.kind = kinds.kind and r.started_at > :since and r.started_at <= :now and r.outcome in ('done', 'nothing')
           and not r.dry_run
         order by started_at desc, id desc limit 1) succeeded on true`,
    { now, since: new Date(now.getTime() - windowMs), kinds: nightlyKinds },
  )
  return rows
}
