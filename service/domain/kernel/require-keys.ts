import { TenantKey } from '../../store/models/tenant-key.ts'
import type { TenantContext } from './context.ts'
import { DomainError } from './domain-error.ts'

/**
 * Rejects backup operations of a tenant whose keys were destroyed, and locks the keys against destruction until the
 * transaction ends. Call it before locking jobs or devices.
 * @throws DomainError keys_destroyed
 */
export async function requireKeys({ trx, tenantId }: TenantContext): Promise<void> {
  const key = await TenantKey.query(trx).findById(tenantId).select('destroyedAt').forShare()
  if (key?.destroyedAt) throw new DomainError('keys_destroyed')
}
