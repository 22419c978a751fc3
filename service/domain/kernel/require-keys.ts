import { TenantKey } from '../../store/models/tenant-key.ts'
import type { TenantContext } from './context.ts'
import { DomainError } from './domain-error.ts'

/**
 * What is only for backups ends here for a customer whose keys were destroyed: none could be kept. The keys stay until
 * this transaction ends. Before any job or device is locked.
 * @throws DomainError 409 `keys_destroyed`
 */
export async function requireKeys({ trx, tenantId }: TenantContext): Promise<void> {
  const key = await TenantKey.query(trx).findById(tenantId).select('destroyedAt').forShare()
  if (key?.destroyedAt) throw new DomainError('keys_destroyed')
}
