import { DamagedVersion } from '../../../store/models/damaged-version.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'

/** Which of these versions of a customer the check found to be unreadable as a whole. */
export async function findDamaged(
  trx: ScopedTransaction,
  tenantId: string,
  versionIds: string[],
): Promise<ReadonlySet<string>> {
  const rows = await DamagedVersion.query(trx).where({ tenantId }).whereIn('versionId', versionIds).select('versionId')
  return new Set(rows.map(({ versionId }) => versionId))
}
