import { randomUUIDv7 } from 'node:crypto'
import type { MasterKey } from '../../../keys/master-key.ts'
import { bundleKey, makeTenantKeys, wrapTenantKeys } from '../../../keys/tenant-keys.ts'
import type { ObjectStore } from '../../../objects/object-store.ts'
import { TenantKey } from '../../../store/models/tenant-key.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import { rejectDuplicate } from '../../kernel/reject-duplicate.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { describeTenant, descriptionOf } from './tenant-descriptor.ts'

export interface NewTenant {
  slug: string
  name: string
  restorePolicy?: 'allow' | 'deny' | null
  decommissionedRetentionDays?: number
}

/** A tenant's identity and wrapped keys, which the object store already contains. */
export interface PreparedTenant {
  id: string
  prefix: string
  bundle: Buffer
  repositoryPublicKey: Buffer
}

const firstGeneration = 1

/**
 * Generates a tenant's keys and stores the wrapped bundle and a sealed description in the object store, before the
 * tenant exists. A crash in between leaves an unused bundle, never a tenant whose keys only the database contains.
 * @throws StoreUnreachable
 */
export async function prepareTenant(
  masterKey: MasterKey,
  store: ObjectStore,
  wanted: NewTenant,
  now: Date,
): Promise<PreparedTenant> {
  const id = randomUUIDv7()
  const prefix = `tenants/${id}`
  const keys = await makeTenantKeys(id)
  const bundle = wrapTenantKeys(masterKey, keys, firstGeneration)
  await store.put(bundleKey(prefix, firstGeneration), bundle)
  await describeTenant(store, keys, prefix, descriptionOf({ ...fieldsOf(wanted), trustPosture: null, createdAt: now }))
  return { id, prefix, bundle, repositoryPublicKey: keys.repositoryPublicKey }
}

/**
 * Adds a tenant with its own keys.
 * @throws DomainError slug_taken
 */
export async function createTenant(
  context: ActionContext,
  prepared: PreparedTenant,
  wanted: NewTenant,
): Promise<Tenant> {
  const { id, prefix, bundle, repositoryPublicKey } = prepared
  const { now } = context
  const tenant = await rejectTakenSlug(
    Tenant.query(context.trx)
      .insert({
        id,
        ...fieldsOf(wanted),
        prefix,
        createdAt: now,
        updatedAt: now,
      })
      .returning('*')
      .execute(),
  )
  await TenantKey.query(context.trx).insert({
    tenantId: id,
    generation: firstGeneration,
    bundle,
    repositoryPublicKey,
    createdAt: now,
    wrappedAt: now,
    storedAt: now,
  })
  await recordAudit(context, 'tenant.create', { kind: 'tenant', id, tenantId: id, detail: { slug: tenant.slug } })
  return tenant
}

function fieldsOf({ slug, name, restorePolicy = null, decommissionedRetentionDays = 365 }: NewTenant) {
  return { slug, name, restorePolicy, decommissionedRetentionDays }
}

function rejectTakenSlug<T>(writing: Promise<T>): Promise<T> {
  return rejectDuplicate(writing, () => new DomainError('slug_taken', { resource: 'tenant' }))
}
