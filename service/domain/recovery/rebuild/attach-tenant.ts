import type { SystemContext } from '../../kernel/context.ts'
import { render } from '../../../../shared/messages/render.ts'
import { describeRule } from '../../inventory/devices/device-overrides.ts'
import { tryUnwrap } from '../../../keys/tenant-keys.ts'
import { TenantKey } from '../../../store/models/tenant-key.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import { type ScopedTransaction, inScope } from '../../../store/scope.ts'
import { markRebuilt } from '../../kernel/installation/restore-marker.ts'
import { readObject } from '../../repository/stored-objects/read-object.ts'
import {
  platformSettings,
  readPlatformPolicies,
  setPlatformSetting,
} from '../../policies/platform/platform-policies.ts'
import { type TenantDescription, tenantObject, openTenant } from '../../inventory/tenants/tenant-descriptor.ts'
import { putTombstone, readTombstone, tombstoneConflict, tombstoneObject } from '../../inventory/tenants/tombstone.ts'
import { recordDecision } from '../../inventory/tenants/tombstone-decisions.ts'
import { addBlackouts } from './add-blackouts.ts'
import { addRetention } from './add-retention.ts'
import { type FoundKeys, type StoredTenant, openStoredKeys } from './find-tenants.ts'
import type { OpenTenant, RebuildCounts, RebuildDependencies } from './rebuild-dependencies.ts'

/**
 * Unwraps a tenant's keys, those of the database if it has them, and adds the tenant if the database does not contain
 * it. If the database's keys cannot be unwrapped, the store's replace them where possible. A tenant with a tombstone is
 * not attached; keys that the database still has stay, and this is reported. The operator decides about tombstones that
 * this installation did not seal.
 * @returns null for a destroyed tenant, one without usable keys, and one that has only keys
 */
export async function attachTenant(
  dependencies: RebuildDependencies,
  stored: StoredTenant,
  counts: RebuildCounts,
): Promise<OpenTenant | null> {
  const { knex, masterKey, dryRun, onSkipped } = dependencies
  const { tenantId, prefix } = stored
  const inTenant = <T>(work: (trx: ScopedTransaction) => Promise<T>) =>
    inScope(knex, { kind: 'tenant', tenantId }, work)
  const known = await inTenant((trx) => TenantKey.query(trx).findById(tenantId).execute())
  if (known?.destroyedAt) {
    counts.destroyed++
    return null
  }
  if (!(await isAttachable(dependencies, stored, known !== undefined, counts))) return null
  const keysInForce = known && tryUnwrap(masterKey, tenantId, known.bundle)
  if (keysInForce) {
    return { tenantId, prefix, keys: keysInForce, ...saidIn(await readDescription(dependencies, keysInForce, prefix)) }
  }
  if (known) onSkipped(prefix, 'its wrapped keys in the database cannot be decrypted')
  const found = await openStoredKeys(dependencies, stored)
  if (!found) {
    counts.damaged++
    onSkipped(prefix, 'none of its wrapped keys can be decrypted: nothing of this customer can be attached')
    return null
  }
  if (known) {
    const { generation, bundle, keys } = found
    if (!dryRun)
      await inTenant((trx) => TenantKey.query(trx).findById(tenantId).patch({ generation, bundle }).execute())
    return { tenantId, prefix, keys, ...saidIn(await readDescription(dependencies, keys, prefix)) }
  }
  if (!(await hasBackups(dependencies, stored))) return null // a creation that was interrupted leaves only keys
  counts.customers_added++
  const description = await readDescription(dependencies, found.keys, prefix)
  if (!description)
    onSkipped(tenantObject(prefix), 'it does not name the customer: the customer gets a name derived from its id')
  const customer: OpenTenant = { tenantId, prefix, keys: found.keys, ...saidIn(description) }
  if (!dryRun) await addTenant(dependencies, customer, found, description)
  return customer
}

/** Whether no tombstone prevents attaching. The operator's decision seals the tombstone or deletes it. */
async function isAttachable(
  { knex, keys, store, tombstones, dryRun, now, onSkipped }: RebuildDependencies,
  { tenantId, prefix }: StoredTenant,
  hasKeys: boolean,
  counts: RebuildCounts,
): Promise<boolean> {
  const tombstoneKeys = await keys.tombstoneKeys()
  const tombstone = await readTombstone(store, tombstoneKeys, prefix)
  if (!tombstone) return true
  const { slug = null } = await inScope(knex, { kind: 'platform' }, async (trx) => ({
    ...(await Tenant.query(trx).findById(tenantId)),
  }))
  const tenant = { id: tenantId, slug, prefix }
  const decision = tombstones.decide(tombstone, tenant)
  if (decision === 'ask') {
    counts.undecided++
    onSkipped(tombstoneObject(prefix), 'this installation did not seal it: nothing of the customer is attached')
    return false
  }
  if (!tombstone.isSealed && !dryRun) {
    await inScope(knex, { kind: 'platform' }, (trx) => recordDecision({ trx, now: now() }, tenant, decision))
    if (decision === 'ignore') await store.delete(tombstoneObject(prefix))
    else await putTombstone(store, tombstoneKeys, tenant, now(), tombstone)
  }
  if (decision === 'ignore') return true
  counts.destroyed++
  if (hasKeys) onSkipped(prefix, render(tombstoneConflict({ isSealed: true }), 'en'))
  return false
}

async function addTenant(
  { knex, now }: RebuildDependencies,
  { tenantId, prefix }: OpenTenant,
  { generation, bundle, keys }: FoundKeys,
  description: TenantDescription | null,
): Promise<void> {
  const at = now()
  await inScope(knex, { kind: 'platform' }, async (trx) => {
    await markRebuilt({ trx, now: at })
    await Tenant.query(trx).insert({
      ...(await namedFreely(trx, description, tenantId)),
      id: tenantId,
      prefix,
      updatedAt: at,
    })
    await TenantKey.query(trx).insert({
      tenantId,
      generation,
      bundle,
      repositoryPublicKey: keys.repositoryPublicKey,
      createdAt: at,
      wrappedAt: at,
      storedAt: at,
    })
    if (description) await addPolicies({ trx, now: at }, tenantId, description)
  })
}

/** Adds the tenant's own policies, and the platform's if they are not set. */
async function addPolicies(
  { trx, now }: SystemContext,
  tenantId: string,
  { retention, platform, blackouts }: TenantDescription,
): Promise<void> {
  await addRetention({ trx, now }, { tenantId, deviceId: null }, retention)
  await addBlackouts({ trx, now }, { tenantId, deviceId: null }, blackouts)
  await addBlackouts({ trx, now }, { tenantId: null, deviceId: null }, blackouts)
  const platformPolicies = await readPlatformPolicies(trx)
  if (!describeRule(platformPolicies.retention))
    await addRetention({ trx, now }, { tenantId: null, deviceId: null }, platform.retention)
  if (!platformPolicies.posture) await setPlatformSetting(trx, platformSettings.posture, platform.posture, now)
  if (!platformPolicies.restore) await setPlatformSetting(trx, platformSettings.restore, platform.restore, now)
}

async function hasBackups({ store }: RebuildDependencies, { prefix }: StoredTenant): Promise<boolean> {
  for (const kind of ['manifests', 'packs']) {
    for await (const _object of store.list(`${prefix}/${kind}/`)) return true
  }
  return false
}

async function readDescription(
  { store }: RebuildDependencies,
  keys: OpenTenant['keys'],
  prefix: string,
): Promise<TenantDescription | null> {
  const found = await readObject(store, tenantObject(prefix))
  return found.state === 'read' ? openTenant(keys, found.bytes) : null
}

function saidIn(description: TenantDescription | null): Pick<OpenTenant, 'devices' | 'blackouts' | 'pins'> {
  const { devices = [], blackouts = [], pins = [] } = description ?? {}
  return { devices: new Map(devices.map((device) => [device.id, device])), blackouts, pins }
}

/** Two tenants may have the same slug: one was never completed, or was created after the loss of the database. */
async function namedFreely(trx: ScopedTransaction, description: TenantDescription | null, tenantId: string) {
  const made = `c-${tenantId.slice(-12)}`
  const { slug, name, restorePolicy, trustPosture, decommissionedRetentionDays, createdAt } = description ?? {
    slug: made,
    name: `Customer ${tenantId}`,
    restorePolicy: null,
    trustPosture: null,
    decommissionedRetentionDays: 365,
    createdAt: new Date(parseInt(tenantId.slice(0, 8) + tenantId.slice(9, 13), 16)).toISOString(),
  }
  const isTaken = (await Tenant.query(trx).findOne({ slug })) !== undefined
  return {
    slug: isTaken ? made : slug,
    name,
    restorePolicy,
    trustPosture,
    decommissionedRetentionDays,
    createdAt: new Date(createdAt),
  }
}
