import type { SystemContext } from '../context.ts'
import { randomUUID } from 'node:crypto'
import { Setting } from '../../../store/models/setting.ts'

/**
 * Which database this is, by a name of its own that goes into its dumps and comes back with them: one that was made anew
 * beside the same store is another. The transaction is of the platform.
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
