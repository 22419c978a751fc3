import { isDeepStrictEqual } from 'node:util'
import { createHash } from 'node:crypto'
import type { IntegrityCode } from '../../../../shared/messages/codes.ts'
import { type MessageOf, message } from '../../../../shared/messages/message.ts'
import { render } from '../../../../shared/messages/render.ts'
import { bundleKey } from '../../../keys/tenant-keys.ts'
import { IntegrityCheck } from '../../../store/models/integrity-check.ts'
import { TenantKey } from '../../../store/models/tenant-key.ts'
import { inScope } from '../../../store/scope.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { serviceActor } from '../../kernel/service-actor.ts'
import { tenantObject, describeTenant, openTenant, readDescription } from '../../inventory/tenants/tenant-descriptor.ts'
import { type TombstoneConflict, readTombstone, tombstoneConflict } from '../../inventory/tenants/tombstone.ts'
import type { KeyedTenant } from '../../kernel/maintenance-tasks/run-for-tenants.ts'
import { CheckStopped, type IntegrityCounts, type IntegrityDependencies } from './integrity-dependencies.ts'
import { type ReadObject, readObject } from '../stored-objects/read-object.ts'

/** A fault of the wrapped keys, their former bundles or the description. */
type KeyFault = MessageOf<IntegrityCode> | TombstoneConflict

/**
 * Verifies that the tenant's wrapped keys can be unwrapped, in the database and in the store, and that both are equal.
 * Also verifies the description, which restores the tenant after the loss of the database. Faults are reported, and
 * each copy is repaired from the other while one is usable; the next check then succeeds. Former bundles, which older
 * dumps need together with a former master key, are verified too: they cannot be rewritten.
 * @throws CheckStopped if no keys can be unwrapped, or a tombstone exists
 * @throws StoreUnreachable, KeysDestroyed
 */
export async function checkKeys(
  dependencies: IntegrityDependencies,
  { tenantId, prefix }: KeyedTenant,
  counts: IntegrityCounts,
): Promise<void> {
  const { knex, keys, store, now, alarm } = dependencies
  const known = await inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
    TenantKey.query(trx).findById(tenantId).throwIfNotFound().execute(),
  )
  const object = bundleKey(prefix, known.generation)
  const tombstone = await readTombstone(store, await keys.tombstoneKeys(), prefix)
  if (tombstone && (await areDestroyed(dependencies, tenantId))) return // a user destroyed them meanwhile
  const found = await readObject(store, object)
  const stored = found.state === 'read' && keys.opens(tenantId, found.bytes) ? found.bytes : null
  const opens = keys.opens(tenantId, known.bundle)
  const isGood = found.state === 'read' && found.bytes.equals(known.bundle)
  let fault: KeyFault | null = null
  if (tombstone) fault = tombstoneConflict(tombstone)
  else if (!opens) fault = message('keys_do_not_open', { object, stored: stored ? 'opens' : 'does_not_open' })
  else if (!isGood) fault = faultOf(object, found, 'key_object_differs')
  const description = opens ? await findDescriptionFault(dependencies, { tenantId, prefix }) : null
  const former = await readFormer(dependencies, { tenantId, prefix }, known)
  const faults = [fault, description, ...former.faults].filter((one) => one !== null)
  const damage = faults.length > 0 ? faults : null

  const at = now()
  const change = await inScope(knex, { kind: 'tenant', tenantId }, async (trx) => {
    const before = await IntegrityCheck.query(trx).findById(tenantId).forUpdate()
    const keysDamagedAt = damage === null ? null : (before?.keysDamagedAt ?? at)
    await IntegrityCheck.query(trx)
      .findById(tenantId)
      .patch({ keysCheckedAt: at, keysDamagedAt, keysDamage: damage, keyDigests: former.digests })
    if (isDeepStrictEqual(before?.keysDamage ?? null, damage)) return null
    const action = damage === null ? 'integrity.healed' : 'integrity.damaged'
    const detail = damage === null ? {} : { damage }
    const outcome = damage === null ? 'done' : 'failed'
    const object = { kind: 'keys', id: tenantId, outcome, detail } as const
    await recordAudit({ ...serviceActor, tenantId, now: at, trx }, action, object)
    await recordEvents({ trx, now: at }, [{ type: action, tenantId, data: { what: 'keys' } }])
    return action
  })
  if (change === 'integrity.healed') counts.healed++
  if (change === 'integrity.damaged') {
    counts.damaged++
    const what = faults.map((one) => render(one, 'en')).join(' ')
    alarm(`alarm: the wrapped keys of a customer are damaged: ${what}`, {
      tenantId,
      codes: faults.map(({ code }) => code),
    })
  }
  if (tombstone) throw new CheckStopped(tombstoneConflict(tombstone))
  if (!opens && !stored) throw new CheckStopped(message('no_wrapped_key_opens', { object }))
  if (!opens && stored) {
    await inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
      TenantKey.query(trx)
        .where({ tenantId, generation: known.generation })
        .whereNull('destroyedAt')
        .patch({ bundle: stored }),
    )
  } else if (fault !== null) {
    await store.put(object, known.bundle)
    if (await areDestroyed(dependencies, tenantId)) return store.deleteEveryVersion(object) // a user destroyed them meanwhile
  }
  await keepDescription(dependencies, { tenantId, prefix })
}

function faultOf(
  object: string,
  { state }: ReadObject,
  code: 'former_keys_changed' | 'key_object_differs' | 'key_object_does_not_open',
): KeyFault {
  if (state === 'missing') return message('key_object_missing', { object })
  return message(state === 'unreadable' ? 'key_object_unreadable' : code, { object })
}

/** A description that decrypts and differs is no fault: it was written before a change that did not reach the store. */
async function findDescriptionFault(
  { keys, store }: IntegrityDependencies,
  { tenantId, prefix }: KeyedTenant,
): Promise<KeyFault | null> {
  const found = await readObject(store, tenantObject(prefix))
  if (found.state === 'read' && openTenant(await keys.of(tenantId), found.bytes)) return null
  return faultOf(tenantObject(prefix), found, 'key_object_does_not_open')
}

/**
 * Reads the bundles of former generations that were not removed. Their digests are known from the first check; a bundle
 * that an administrator removed is reported once.
 */
async function readFormer(
  { knex, store }: IntegrityDependencies,
  { tenantId, prefix }: KeyedTenant,
  { generation, formerRemovedBelow }: TenantKey,
): Promise<{ faults: KeyFault[]; digests: Record<string, string> }> {
  const checked = await inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
    IntegrityCheck.query(trx).findById(tenantId).execute(),
  )
  const digests: Record<string, string> = {}
  const faults: KeyFault[] = []
  for (let former = formerRemovedBelow; former < generation; former++) {
    const object = bundleKey(prefix, former)
    const found = await readObject(store, object)
    const known = checked?.keyDigests[former]
    const digest = found.state === 'read' ? createHash('sha256').update(found.bytes).digest('hex') : null
    if (known && digest !== known) faults.push(faultOf(object, found, 'former_keys_changed'))
    if (found.state !== 'missing' && (known ?? digest)) digests[former] = (known ?? digest)!
  }
  return { faults, digests }
}

async function areDestroyed({ knex }: IntegrityDependencies, tenantId: string): Promise<boolean> {
  const known = await inScope(knex, { kind: 'tenant', tenantId }, (trx) => TenantKey.query(trx).findById(tenantId))
  return known === undefined || known.destroyedAt !== null
}

async function keepDescription(
  { knex, keys, store }: IntegrityDependencies,
  { tenantId, prefix }: KeyedTenant,
): Promise<void> {
  const tenantKeys = await keys.of(tenantId)
  const description = await readDescription(knex, tenantId)
  const found = await readObject(store, tenantObject(prefix))
  const stored = found.state === 'read' ? openTenant(tenantKeys, found.bytes) : null
  if (JSON.stringify(stored) !== JSON.stringify(description)) {
    await describeTenant(store, tenantKeys, prefix, description)
  }
}
