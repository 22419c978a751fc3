import type { ObjectStore } from '../../objects/object-store.ts'
import { openField, sealField } from '../../keys/sealed-field.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'
import type { Tenant } from '../../store/models/tenant.ts'

/** What the store alone says of a customer beside its keys, so that a lost database comes back with its name. */
export type CustomerDescription = Pick<
  Tenant,
  'slug' | 'name' | 'restorePolicy' | 'trustPosture' | 'decommissionedRetentionDays'
> & { createdAt: string }

/** Stores the description, sealed under the customer's data key, in place of an older one. @throws StoreUnreachable */
export async function describeCustomer(
  store: ObjectStore,
  keys: TenantKeys,
  prefix: string,
  description: CustomerDescription,
): Promise<void> {
  await store.put(customerObject(prefix), sealField(keys, placeOf(keys), JSON.stringify(description)))
}

/** @returns null when it was not sealed for this customer, or is damaged */
export function openCustomer(keys: TenantKeys, sealed: Buffer): CustomerDescription | null {
  try {
    return JSON.parse(openField(keys, placeOf(keys), sealed).toString()) as CustomerDescription
  } catch {
    return null
  }
}

export function descriptionOf(
  tenant: Omit<CustomerDescription, 'createdAt'> & { createdAt: Date },
): CustomerDescription {
  const { slug, name, restorePolicy, trustPosture, decommissionedRetentionDays, createdAt } = tenant
  return {
    slug,
    name,
    restorePolicy,
    trustPosture,
    decommissionedRetentionDays,
    createdAt: createdAt.toISOString(),
  }
}

/** `{prefix}/customer` in the object store. */
export function customerObject(prefix: string): string {
  return `${prefix}/customer`
}

function placeOf({ tenantId }: TenantKeys) {
  return { row: tenantId, field: 'customer' }
}
