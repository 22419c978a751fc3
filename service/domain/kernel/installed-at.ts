import { ServiceKey } from '../../store/models/service-key.ts'
import type { ScopedTransaction } from '../../store/scope.ts'

/**
 * When this installation began: its own keys are made by the first start, and come back with a dump. The transaction is
 * of the platform's scope. Null before the first start.
 */
export async function findInstalledAt(trx: ScopedTransaction): Promise<Date | null> {
  const key = await ServiceKey.query(trx).orderBy('createdAt').first()
  return key?.createdAt ?? null
}
