import type { SystemContext } from '../../../kernel/context.ts'
import { randomUUIDv7 } from 'node:crypto'
import { Job } from '../../../../store/models/job.ts'
import { endJob } from '../../end-job.ts'
import type { JobContext } from '../../job-kind.ts'
import { wakeTenants } from '../../expire-leases.ts'
import { windowGraceMs } from './decide-restore-end.ts'
import { finishRestore } from './finish-restore.ts'

const batch = 500

/**
 * Ends restores whose time to confirm is over, and queues checks of those whose outcome is unknown or only presumed.
 * Returns the number of jobs that were changed.
 */
export async function finishDueRestores(context: JobContext): Promise<number> {
  const over = await endUnconfirmed(context)
  const checks = await queueChecks(context)
  return over + checks + (await dropConfirmations(context))
}

/**
 * The device rolls back automatically: the restore is recorded so, and checked. The device is reserved until the check,
 * or until the rollback must be complete. The result of a confirmation may replace this.
 */
async function endUnconfirmed(context: JobContext): Promise<number> {
  const { trx, now } = context
  const late = await Job.query(trx)
    .where({ kind: 'restore', status: 'awaiting_confirmation' })
    .where('confirmUntil', '<=', new Date(now.getTime() - windowGraceMs))
    .whereNotExists(followers(context).where('follower.status', 'running').where('follower.kind', 'restore_confirm'))
    .limit(batch)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
  for (const { id } of late) {
    const doubt = await Job.query(trx).where({ restoreId: id, kind: 'restore_confirm', status: 'unknown' }).first()
    await finishRestore(context, id, ({ checkAt }) => ({
      confirmUntil: null,
      verifiedAt: null,
      finishedAt: now,
      checkAt: checkAt !== null && checkAt > now ? checkAt : now, // a worker may be on the device until then
      ...(doubt
        ? { status: 'unknown', errorCode: 'restore_unknown' }
        : { status: 'reverted', errorCode: 'restore_not_confirmed' }),
    }))
  }
  return late.length
}

async function queueChecks({ trx, now }: SystemContext): Promise<number> {
  const due = await Job.query(trx)
    .where('checkAt', '<=', now)
    .whereNotExists(followers({ trx, now }).whereIn('follower.status', ['queued', 'retrying', 'running']))
    .limit(batch)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
  if (due.length === 0) return 0
  const wanted = await selectCheckable({ trx, now }, due)
  if (wanted.length === 0) return due.length
  await Job.query(trx).insert(
    wanted.map(({ id: restoreId, tenantId, deviceId, requestedBy, versionId, confirmMinutes }) => ({
      id: randomUUIDv7(),
      tenantId,
      deviceId,
      kind: 'restore_check' as const,
      trigger: 'manual' as const,
      requestedBy,
      status: 'queued' as const,
      queuedAt: now,
      notBefore: now,
      versionId,
      restoreId,
      confirmMinutes,
    })),
  )
  await wakeTenants({ trx, now }, wanted)
  return due.length
}

/** Checks that ended without a finding: more of them would find no more. */
const maxFailedChecks = 3

/** Maximum number of checks of a restore: a device that never gives a final answer is not checked forever. */
const maxChecks = 12

/** Restores of decommissioned devices, and old ones, are not checked: they remain as they are. */
async function selectCheckable({ trx }: SystemContext, due: Job[]): Promise<Job[]> {
  const ids = due.map(({ id }) => id)
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select r.id from jobs r join devices d on d.tenant_id = r.tenant_id and d.id = r.device_id
     where r.id = any(?::uuid[]) and d.enabled and d.decommissioned_at is null
       and (select count(*) filter (where f.status <> 'succeeded') < ? and count(*) < ? from jobs f
            where f.tenant_id = r.tenant_id and f.restore_id = r.id and f.kind = 'restore_check')`,
    [ids, maxFailedChecks, maxChecks],
  )
  const wanted = new Set(rows.map(({ id }) => id))
  await Job.query(trx)
    .findByIds(ids.filter((id) => !wanted.has(id)))
    .patch({ checkAt: null })
  return due.filter(({ id }) => wanted.has(id))
}

/** Followers of the restore of the surrounding query. */
function followers({ trx }: SystemContext) {
  return Job.query(trx)
    .alias('follower')
    .whereColumn('follower.tenantId', 'jobs.tenantId')
    .whereColumn('follower.restoreId', 'jobs.id')
}

/** Ends queued confirmations without a pending commit, and queued checks that are not needed any more. */
async function dropConfirmations(context: JobContext): Promise<number> {
  const { trx, now } = context
  const waiting = await Job.query(trx)
    .whereIn('kind', ['restore_confirm', 'restore_check'])
    .whereIn('status', ['queued', 'retrying'])
    .whereNull('leaseId')
    .whereRaw(
      `not exists (
         select from jobs r where r.tenant_id = jobs.tenant_id and r.id = jobs.restore_id
           and case jobs.kind when 'restore_check' then r.check_at is not null
               else r.status = 'awaiting_confirmation' and r.confirm_until > ? end)`,
      [now],
    )
    .limit(batch)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
  for (const job of waiting) {
    const end =
      job.kind === 'restore_check' ? cancelled : ({ status: 'failed', errorCode: 'restore_not_confirmed' } as const)
    await endJob(context, job, null, end)
  }
  return waiting.length
}

const cancelled = { status: 'cancelled' } as const
