import type { SystemContext } from '../context.ts'
import { randomUUID } from 'node:crypto'
import { Setting } from '../../../store/models/setting.ts'

/**
 * Returns the identifier of this database. Dumps contain it and restore it; a new database beside the same store has
 * another one. The transaction has the platform scope.
 */
export async function installationId({ trx, now }: SystemContext): Promise<string> {
  const key = 'installation'
  await Setting.query(trx)
    .insert({ key, value: { id: randomUUID() }, updatedAt: now })
    .onConflict('key')
    .ignore()
  const { value } = await Setting.query(trx).findById(key).throwIfNotFound()
  return (value as { id: string }).id
}
