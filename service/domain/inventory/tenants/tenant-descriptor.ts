import type { Knex } from 'knex'
import { openField, sealField } from '../../../keys/sealed-field.ts'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'
import type { ObjectStore } from '../../../objects/object-store.ts'
import { Blackout } from '../../../store/models/blackout.ts'
import { Device } from '../../../store/models/device.ts'
import { Pin } from '../../../store/models/pin.ts'
import { RetentionPolicy } from '../../../store/models/retention-policy.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import { type Scope, type ScopedTransaction, inScope } from '../../../store/scope.ts'
import { type PlatformPolicies, readPlatformPolicies } from '../../policies/platform/platform-policies.ts'
import { describeBlackout, describeRule } from '../devices/device-overrides.ts'
import type { NewBlackout } from '../../policies/blackouts/set-blackouts.ts'
import type { RetentionRule } from '../../policies/retention/guards.ts'

/**
 * The tenant's data in the object store beside its keys. It restores the tenant's name and policies after the loss of
 * the database, including the platform's policies at the time of writing.
 */
export interface TenantDescription extends Pick<
  Tenant,
  'slug' | 'name' | 'restorePolicy' | 'trustPosture' | 'decommissionedRetentionDays'
> {
  createdAt: string
  retention: RetentionRule | null
  /** Devices with policies of their own, in the order of their ids. */
  devices: DevicePolicies[]
  platform: DescribedPlatform
  /** Blackouts of every level, from the platform's down, in the order of each. */
  blackouts: DescribedBlackout[]
  /** In the order of their versions. */
  pins: DescribedPin[]
}

/** The platform's own level, without the guards of retention, which belong to the installation. */
type DescribedPlatform = Omit<PlatformPolicies, 'retention'> & { retention: RetentionRule | null }

export interface DevicePolicies extends Pick<Device, 'id' | 'restorePolicy' | 'trustPosture'> {
  retention: RetentionRule | null
}

/** Its level, and its period as RFC 3339. */
export interface DescribedBlackout
  extends Omit<NewBlackout, 'startsAt' | 'endsAt'>, Pick<Blackout, 'site' | 'deviceId'> {
  isPlatform: boolean
  startsAt: string | null
  endsAt: string | null
}

export interface DescribedPin extends Pick<Pin, 'versionId' | 'pinnedBy'> {
  pinnedAt: string
}

/**
 * Stores the description, sealed with the tenant's data key, replacing an older one.
 * @throws StoreUnreachable
 */
export async function describeTenant(
  store: ObjectStore,
  keys: TenantKeys,
  prefix: string,
  description: TenantDescription,
): Promise<void> {
  await store.put(tenantObject(prefix), sealField(keys, placeOf(keys), JSON.stringify(description)))
}

/** @returns null if it was not sealed for this tenant, or is damaged */
export function openTenant(keys: TenantKeys, sealed: Buffer): TenantDescription | null {
  try {
    const parsed = JSON.parse(openField(keys, placeOf(keys), sealed).toString()) as TenantDescription
    return { ...parsed, blackouts: parsed.blackouts ?? [], pins: parsed.pins ?? [] } // absent from older descriptions
  } catch {
    return null
  }
}

/**
 * Reads a tenant's description from the database.
 * @throws NotFoundError (objection) for an unknown tenant
 */
export async function readDescription(knex: Knex, tenantId: string): Promise<TenantDescription> {
  const within = <T>(scope: Scope, work: (trx: ScopedTransaction) => Promise<T>) => inScope(knex, scope, work)
  const platform = await within({ kind: 'platform' }, readPlatformPolicies)
  const ofPlatform = await within({ kind: 'platform' }, (trx) => blackoutsOf(trx, null))
  return within({ kind: 'tenant', tenantId }, async (trx) => {
    const tenant = await Tenant.query(trx).findById(tenantId).throwIfNotFound()
    const rules = await RetentionPolicy.query(trx).where({ tenantId })
    const byDevice = new Map(rules.map((rule) => [rule.deviceId, rule]))
    const ruleOf = (id: string | null) => ruleIn(byDevice.get(id))
    const devices = await Device.query(trx)
      .where({ tenantId })
      .where((either) =>
        either
          .whereNotNull('restorePolicy')
          .orWhereNotNull('trustPosture')
          .orWhereRaw(
            'id in (select device_id from retention_policies where tenant_id = ? and device_id is not null)',
            [tenantId],
          ),
      )
      .select('id', 'restorePolicy', 'trustPosture')
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
      blackouts: [...ofPlatform, ...(await blackoutsOf(trx, tenantId))],
      pins: await pinsOf(trx, tenantId),
    }
  })
}

/** Returns the description of a new tenant. */
export function descriptionOf(
  tenant: Pick<
    Tenant,
    'slug' | 'name' | 'restorePolicy' | 'trustPosture' | 'decommissionedRetentionDays' | 'createdAt'
  >,
  platform: DescribedPlatform = { retention: null, posture: null, restore: null },
): TenantDescription {
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
    platform: { posture: platform.posture, restore: platform.restore, retention: describeRule(platform.retention) },
    blackouts: [],
    pins: [],
  }
}

/** Returns the object name `{prefix}/customer`. */
export function tenantObject(prefix: string): string {
  return `${prefix}/customer`
}

async function blackoutsOf(trx: ScopedTransaction, tenantId: string | null): Promise<DescribedBlackout[]> {
  const rows = await Blackout.query(trx)
    .where({ tenantId })
    .orderByRaw('device_id nulls first, site nulls first, position')
  return rows.map((row) => ({
    ...describeBlackout(row),
    site: row.site,
    deviceId: row.deviceId,
    isPlatform: row.tenantId === null,
    startsAt: row.startsAt?.toISOString() ?? null,
    endsAt: row.endsAt?.toISOString() ?? null,
  }))
}

async function pinsOf(trx: ScopedTransaction, tenantId: string): Promise<DescribedPin[]> {
  const pins = await Pin.query(trx).where({ tenantId }).orderBy('versionId')
  return pins.map(({ versionId, pinnedBy, pinnedAt }) => ({ versionId, pinnedBy, pinnedAt: pinnedAt.toISOString() }))
}

function ruleIn(rule: RetentionRule | null | undefined): RetentionRule | null {
  return rule ? { keepDays: rule.keepDays, keepLast: rule.keepLast } : null
}

function placeOf({ tenantId }: TenantKeys) {
  return { row: tenantId, field: 'customer' }
}
