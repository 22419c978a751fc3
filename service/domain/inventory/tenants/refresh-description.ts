import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Keyring } from '../../../keys/keyring.ts'
import type { ObjectStore } from '../../../objects/object-store.ts'
import { describeTenant, readDescription } from './tenant-descriptor.ts'

/**
 * Stores a tenant's description again after a committed change. If the store is unavailable, the next integrity check
 * updates it.
 */
export async function refreshDescription(
  { knex, store, keys, log }: { knex: Knex; store: ObjectStore; keys: Keyring; log: Pick<Logger, 'warn'> },
  { id, prefix }: { id: string; prefix: string },
): Promise<void> {
  try {
    await describeTenant(store, await keys.of(id), prefix, await readDescription(knex, id))
  } catch (error) {
    log.warn({ err: error, tenantId: id }, 'the customer’s description in the object store is not up to date')
  }
}
