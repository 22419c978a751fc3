import { type Keyring, keysUnlessDestroyed } from '../../../keys/keyring.ts'
import type { ClaimedChange } from '../../../store/models/job.ts'
import type { SystemContext } from '../../kernel/context.ts'
import { openMetadata } from '../../repository/versions/version-metadata.ts'
import type { PeriodFigures, PeriodRows, TenantFigures } from './period-figures.ts'
import { byTenant } from './period-figures.ts'
import { maxChanges } from './section-limits.ts'

/** A changed version, with sealed metadata. */
export interface FoundChange {
  tenantId: string
  id: string
  at: Date
  device: string
  configuration: string
  added: number | null
  removed: number | null
  metadata: Buffer | null
  claimedChange: ClaimedChange | null
  reviewedAt: Date | null
  reviewedBy: string | null
}

/** A restore can wait for a confirmation before its run ends; other runs end within hours. */
const longestDays = 14

/**
 * Counts the changes that were stored in the period, and reads the latest ones. A change that was captured before midnight
 * and stored after it belongs to the next period, so each is in exactly one report.
 */
export async function findPeriodChanges(
  { trx }: Pick<SystemContext, 'trx'>,
  { tenantId, from, until }: PeriodRows,
): Promise<Pick<PeriodFigures, 'changes' | 'unreviewed'> & { latest: FoundChange[] }> {
  const whose = tenantId === null ? '' : 'and v.tenant_id = :tenantId'
  const storedAt = 'case when ended.id is null then v.captured_at else ended.finished_at end'
  const stored = `select v.* from versions v left join jobs ended on ended.tenant_id = v.tenant_id and ended.id = v.job_id
    where not v.is_first and v.captured_at >= :from::timestamptz - interval '${longestDays} days'
      and v.captured_at < :until::timestamptz + interval '1 day' and ${storedAt} >= :from and ${storedAt} < :until ${whose}`
  const bindings = { tenantId, from, until, maxChanges }
  const counted = await trx.raw<{ rows: { changes: number; unreviewed: number }[] }>(
    `select count(*)::int as changes, count(*) filter (where v.reviewed_at is null)::int as unreviewed
     from (${stored}) v`,
    bindings,
  )
  const { rows: latest } = await trx.raw<{ rows: FoundChange[] }>(
    `select v.tenant_id as "tenantId", v.id, v.captured_at as at, d.name as device, a.key as configuration, v.added,
       v.removed, v.metadata, j.claimed_change as "claimedChange", v.reviewed_at as "reviewedAt",
       v.reviewed_by as "reviewedBy"
     from (${stored} order by v.captured_at desc, v.id desc limit :maxChanges) v
     join devices d on d.tenant_id = v.tenant_id and d.id = v.device_id
     join artifacts a on a.tenant_id = v.tenant_id and a.id = v.artifact_id
     left join jobs j on j.tenant_id = v.tenant_id and j.id = v.job_id
     order by v.captured_at desc, v.id desc`,
    bindings,
  )
  return { ...counted.rows[0]!, latest }
}

/** Decrypts the authors of changes, by tenant. Runs outside the transaction. */
export async function openPeriodChanges(
  keys: Keyring,
  found: readonly FoundChange[],
): Promise<Map<string, TenantFigures['changes']>> {
  const opened = new Map<string, TenantFigures['changes']>()
  for (const [tenantId, changes] of byTenant(found)) {
    const tenantKeys = await keysUnlessDestroyed(keys, tenantId)
    opened.set(
      tenantId,
      changes.map((change) => {
        const author = tenantKeys ? openMetadata(tenantKeys, change)['author'] : undefined
        return describeChange(change, typeof author === 'string' ? author : null)
      }),
    )
  }
  return opened
}

/** The device knows better than a message, which can be forged. */
function describeChange(change: FoundChange, reported: string | null): TenantFigures['changes'][number] {
  const { at, device, configuration, added, removed, claimedChange, reviewedAt, reviewedBy } = change
  const claimed = claimedChange?.user ?? null
  return {
    at: at.toISOString(),
    device,
    configuration,
    added,
    removed,
    author: reported ?? claimed,
    authorSource: reported !== null ? 'device' : claimed !== null ? 'message' : null,
    review: reviewedAt && { by: reviewedBy ?? '', at: reviewedAt.toISOString() },
  }
}
