import type { Knex } from 'knex'
import { openField, sealField } from '../../keys/sealed-field.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'
import type { ObjectStore } from '../../objects/object-store.ts'
import { Device } from '../../store/models/device.ts'
import { RetentionPolicy } from '../../store/models/retention-policy.ts'
import { Tenant } from '../../store/models/tenant.ts'
import { type Scope, type ScopedTransaction, inScope } from '../../store/scope.ts'
import { type PlatformPolicies, readPlatformPolicies } from '../policies/platform-policies.ts'
import type { RetentionRule } from '../policies/retention/effective-retention.ts'

/**
 * What the store alone says of a customer beside its keys, so that a lost database comes back with its name, and with the
 * policies by which its backups are kept: those of the platform too, as they were when this was written.
 */
export interface CustomerDescription extends Pick<
  Tenant,
  'slug' | 'name' | 'restorePolicy' | 'trustPosture' | 'decommissionedRetentionDays'
> {
  createdAt: string
  retention: RetentionRule | null
  /** Devices that say something themselves, in the order of their ids. */
  devices: DevicePolicies[]
  platform: PlatformPolicies
}

export interface DevicePolicies extends Pick<Device, 'id' | 'restorePolicy' | 'trustPosture'> {
  retention: RetentionRule | null
}

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

/** What the database says of a customer now. @throws NotFoundError of objection when it says nothing */
export async function readDescription(knex: Knex, tenantId: string): Promise<CustomerDescription> {
  const within = <T>(scope: Scope, work: (trx: ScopedTransaction) => Promise<T>) => inScope(knex, scope, work)
  const platform = await within({ kind: 'platform' }, readPlatformPolicies)
  return within({ kind: 'tenant', tenantId }, async (trx) => {
    const tenant = await Tenant.query(trx).findById(tenantId).throwIfNotFound()
    const rules = await RetentionPolicy.query(trx).where({ tenantId })
    const ruleOf = (id: string | null) => ruleIn(rules.find(({ deviceId }) => deviceId === id))
    const devices = await Device.query(trx)
      .where({ tenantId })
      .where((either) =>
        either
          .whereNotNull('restorePolicy')
          .orWhereNotNull('trustPosture')
          .orWhereIn(
            'id',
            rules.flatMap(({ deviceId }) => deviceId ?? []),
          ),
      )
      .orderBy('id')
    return {
      ...descriptionOf(tenant, platform),
      retention: ruleOf(null),
      devices: devices.map(({ id, restorePolicy, trustPosture }) => ({
        id,
        restorePolicy,
        trustPosture,
        retention: ruleOf(id),
      })),
    }
  })
}

/** Of a customer of whom nothing else is said yet. */
export function descriptionOf(
  tenant: Omit<CustomerDescription, 'createdAt' | 'retention' | 'devices' | 'platform'> & { createdAt: Date },
  platform: PlatformPolicies = { retention: null, posture: null, restore: null },
): CustomerDescription {
  const { slug, name, restorePolicy, trustPosture, decommissionedRetentionDays, createdAt } = tenant
  return {
    slug,
    name,
    restorePolicy,
    trustPosture,
    decommissionedRetentionDays,
    createdAt: createdAt.toISOString(),
    retention: null,
    devices: [],
    platform: { ...platform, retention: ruleIn(platform.retention) },
  }
}

/** `{prefix}/customer` in the object store. */
export function customerObject(prefix: string): string {
  return `${prefix}/customer`
}

function ruleIn(rule: RetentionRule | null | undefined): RetentionRule | null {
  return rule ? { keepDays: rule.keepDays, keepLast: rule.keepLast } : null
}

function placeOf({ tenantId }: TenantKeys) {
  return { row: tenantId, field: 'customer' }
}
