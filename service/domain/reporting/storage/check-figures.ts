import type { RunInSystemTransaction } from '../../kernel/context.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'

/**
 * Compares the storage figures of each tenant with the sums of its versions and packs, and corrects those that differ.
 * One statement reads both, so a concurrent commit is in both or in neither; a correction adds the difference, so it
 * loses no concurrent change.
 * @returns how many tenants were checked, and the ids of those with wrong figures
 */
export async function checkStorageFigures(
  runInSystemTransaction: RunInSystemTransaction,
): Promise<{ checked: number; corrected: string[] }> {
  const ids = await runInSystemTransaction(async ({ trx }) => {
    const tenants = await trx('tenants').select('id').orderBy('id')
    return tenants.map(({ id }: { id: string }) => id)
  })
  const corrected: string[] = []
  for (const tenantId of ids) {
    if (await runInSystemTransaction(({ trx }) => correctFigures(trx, tenantId))) corrected.push(tenantId)
  }
  return { checked: ids.length, corrected }
}

/** Returns whether any figure of the tenant was wrong. */
async function correctFigures(trx: ScopedTransaction, tenantId: string): Promise<boolean> {
  const { rowCount: figures } = await trx.raw<{ rowCount: number }>(
    `with true_sums as (
       select count(distinct artifact_id) as lineages, count(*) as versions, coalesce(sum(size_bytes), 0) as collected
       from versions where tenant_id = :tenantId
     ), true_packs as (
       select coalesce(sum(raw_bytes), 0) as unpacked, coalesce(sum(size), 0) as stored
       from packs where tenant_id = :tenantId and status <> 'announced'
     ), kept as (
       select coalesce(sum(lineages), 0) as lineages, coalesce(sum(versions), 0) as versions,
         coalesce(sum(collected), 0) as collected, coalesce(sum(unpacked), 0) as unpacked,
         coalesce(sum(stored), 0) as stored
       from storage_figures where tenant_id = :tenantId
     )
     insert into storage_figures as f (tenant_id, shard, lineages, versions, collected, unpacked, stored)
     select :tenantId, 0, s.lineages - k.lineages, s.versions - k.versions, s.collected - k.collected,
       p.unpacked - k.unpacked, p.stored - k.stored
     from true_sums s, true_packs p, kept k
     where (s.lineages, s.versions, s.collected, p.unpacked, p.stored)
       is distinct from (k.lineages, k.versions, k.collected, k.unpacked, k.stored)
     on conflict (tenant_id, shard) do update set lineages = f.lineages + excluded.lineages,
       versions = f.versions + excluded.versions, collected = f.collected + excluded.collected,
       unpacked = f.unpacked + excluded.unpacked, stored = f.stored + excluded.stored`,
    { tenantId },
  )
  const { rowCount: lineages } = await trx.raw<{ rowCount: number }>(
    `with true_sums as (
       select artifact_id, count(*)::int as versions, sum(size_bytes)::bigint as collected
       from versions where tenant_id = :tenantId group by artifact_id
     )
     insert into storage_lineages as l (tenant_id, artifact_id, versions, collected)
     select :tenantId, coalesce(s.artifact_id, k.artifact_id), coalesce(s.versions, 0) - coalesce(k.versions, 0),
       coalesce(s.collected, 0) - coalesce(k.collected, 0)
     from true_sums s
     full join (select * from storage_lineages where tenant_id = :tenantId) k on k.artifact_id = s.artifact_id
     where (s.versions, s.collected) is distinct from (k.versions, k.collected)
     on conflict (tenant_id, artifact_id) do update
       set versions = l.versions + excluded.versions, collected = l.collected + excluded.collected`,
    { tenantId },
  )
  if (lineages > 0) await trx('storage_lineages').where({ tenant_id: tenantId }).where('versions', '<=', 0).delete()
  return figures + lineages > 0
}
