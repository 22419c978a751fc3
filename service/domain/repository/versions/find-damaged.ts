import { DamagedVersion } from '../../../store/models/damaged-version.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'

/** Returns those of a tenant's versions that the integrity check found unreadable in part. */
export async function findDamaged(
  trx: ScopedTransaction,
  tenantId: string,
  versionIds: string[],
): Promise<ReadonlySet<string>> {
  const rows = await DamagedVersion.query(trx).where({ tenantId }).whereIn('versionId', versionIds).select('versionId')
  return new Set(rows.map(({ versionId }) => versionId))
}
