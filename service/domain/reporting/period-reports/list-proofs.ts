import type { SystemContext } from '../../kernel/context.ts'
import type { RestoreSection } from './period-report.ts'
import type { PeriodRows } from './period-figures.ts'
import { maxProofs } from './section-limits.ts'

/** A proof of one tenant. */
export interface FoundProof {
  tenantId: string
  at: Date
  kind: RestoreSection['proofs'][number]['kind']
  outcome: 'succeeded' | 'failed'
  device: string | null
  by: string | null
  bytes: number | null
  total: number
  failed: number
}

/** Restores can wait for a confirmation; a maintenance task ends within a day. */
const longestDays = 14

/**
 * Returns the proofs of the period that backups can be read back, those that failed first, then the latest: restores to devices, and the maintenance tasks
 * `restore_check` and `integrity` of tenants. A check that found damage failed; one that was stopped proves nothing.
 */
export async function listProofs(
  { trx }: Pick<SystemContext, 'trx'>,
  { tenantId, from, until }: PeriodRows,
): Promise<{ listed: FoundProof[]; total: number; failed: number }> {
  const whose = (table: string) => (tenantId === null ? '' : `and ${table}.tenant_id = :tenantId`)
  const found = (name: string) => `coalesce((r.counts ->> '${name}')::numeric, 0)`
  const isDamaged = `${found('damaged')} + ${found('incomplete')} + ${found('versions_hurt')} > 0`
  const { rows: listed } = await trx.raw<{ rows: FoundProof[] }>(
    `with proofs as (
       select j.tenant_id, j.finished_at as at, 'restore' as kind, d.name as device, j.requested_by as by, null::bigint as bytes,
         case when j.status = 'succeeded' then 'succeeded' else 'failed' end as outcome
       from jobs j join devices d on d.tenant_id = j.tenant_id and d.id = j.device_id
       where j.kind <> 'backup' and j.kind = 'restore'
         and j.status in ('succeeded', 'failed', 'blocked', 'reverted', 'unknown')
         and j.finished_at >= :from and j.finished_at < :until
         and j.queued_at >= :from::timestamptz - interval '${longestDays} days' and j.queued_at < :until ${whose('j')}
       union all
       select r.tenant_id, r.finished_at, case r.kind when 'integrity' then 'integrity_check' else 'restore_check' end, null, null,
         (r.counts ->> 'bytes')::bigint, case when r.outcome = 'failed' or ${isDamaged} then 'failed' else 'succeeded' end
       from policy_runs r
       where r.kind in ('integrity', 'restore_check') and r.tenant_id is not null and not r.dry_run
         and (r.outcome in ('done', 'failed') or (r.outcome = 'stopped' and ${isDamaged}))
         and r.finished_at >= :from and r.finished_at < :until
         and r.started_at >= :from::timestamptz - interval '${longestDays} days' and r.started_at < :until ${whose('r')}
     )
     select tenant_id as "tenantId", at, kind, device, by, bytes, outcome, count(*) over ()::int as total,
       (count(*) filter (where outcome = 'failed') over ())::int as failed
     from proofs order by outcome = 'failed' desc, at desc limit :maxProofs`,
    { tenantId, from, until, maxProofs },
  )
  return { listed, total: listed[0]?.total ?? 0, failed: listed[0]?.failed ?? 0 }
}
