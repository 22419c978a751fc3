import { message } from '../../../../shared/messages/message.ts'
import { render } from '../../../../shared/messages/render.ts'
import { createHash } from 'node:crypto'
import { bundleKey } from '../../../keys/tenant-keys.ts'
import { IntegrityCheck } from '../../../store/models/integrity-check.ts'
import { TenantKey } from '../../../store/models/tenant-key.ts'
import { inScope } from '../../../store/scope.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { serviceActor } from '../../kernel/service-actor.ts'
import { tenantObject, describeTenant, openTenant, readDescription } from '../../inventory/tenants/tenant-descriptor.ts'
import { readTombstone, tombstoneConflict } from '../../inventory/tenants/tombstone.ts'
import type { CheckedTenant } from './check-packs.ts'
import { CheckStopped, type IntegrityCounts, type IntegrityDependencies } from './integrity-dependencies.ts'
import { readObject } from '../stored-objects/read-object.ts'

/**
 * Verifies that the tenant's wrapped keys can be unwrapped, in the database and in the store, and that both are equal.
 * Also verifies the description, which restores the tenant after the loss of the database. Faults are reported, and
 * each copy is repaired from the other while one is usable; the next check then succeeds. Former bundles, which older
 * dumps need together with a former master key, are verified too: they cannot be rewritten.
 * @throws CheckStopped if no keys can be unwrapped, or a tombstone exists
 * @throws StoreUnreachable, KeysDestroyed
 */
export async function checkKeys(
  parts: IntegrityDependencies,
  { tenantId, prefix }: CheckedTenant,
  counts: IntegrityCounts,
): Promise<void> {
  const { knex, keys, store, now, alarm } = parts
  const known = await inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
    TenantKey.query(trx).findById(tenantId).throwIfNotFound().execute(),
  )
  const object = bundleKey(prefix, known.generation)
  const tombstone = await readTombstone(store, await keys.tombstoneKeys(), prefix)
  if (tombstone && (await areDestroyed(parts, tenantId))) return // a user destroyed them meanwhile
  const found = await readObject(store, object)
  const stored = found.state === 'read' && keys.opens(tenantId, found.bytes) ? found.bytes : null
  const opens = keys.opens(tenantId, known.bundle)
  const isGood = found.state === 'read' && found.bytes.equals(known.bundle)
  let words: string | null = null
  if (tombstone) words = render(tombstoneConflict(tombstone), 'en')
  else if (!opens)
    words = `in the database, the customer’s keys do not open; ${object} ${stored ? 'does' : 'does not either'}`
  else if (!isGood) words = `${object} ${found.state === 'read' ? 'holds other bytes' : `is ${found.state}`}`
  const description = opens ? await findDescriptionFault(parts, { tenantId, prefix }) : null
  const former = await readFormer(parts, { tenantId, prefix }, known)
  const damage = [words, description, ...former.faults].filter((one) => one !== null).join('; ') || null

  const at = now()
  const change = await inScope(knex, { kind: 'tenant', tenantId }, async (trx) => {
    const before = await IntegrityCheck.query(trx).findById(tenantId).forUpdate()
    const keysDamagedAt = damage === null ? null : (before?.keysDamagedAt ?? at)
    await IntegrityCheck.query(trx)
      .findById(tenantId)
      .patch({ keysCheckedAt: at, keysDamagedAt, keysDamage: damage, keyDigests: former.digests })
    if ((before?.keysDamage ?? null) === damage) return null
    const action = damage === null ? 'integrity.healed' : 'integrity.damaged'
    const detail = damage === null ? {} : { what: damage }
    const outcome = damage === null ? 'done' : 'failed'
    const object = { kind: 'keys', id: tenantId, outcome, detail } as const
    await recordAudit({ ...serviceActor, tenantId, now: at, trx }, action, object)
    await recordEvents({ trx, now: at }, [{ type: action, tenantId, data: { what: 'keys' } }])
    return action
  })
  if (change === 'integrity.healed') counts.healed++
  if (change === 'integrity.damaged') {
    counts.damaged++
    alarm(`alarm: a customer's wrapped keys are not in order: ${damage}`, { tenantId })
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
  } else if (words !== null) {
    await store.put(object, known.bundle)
    if (await areDestroyed(parts, tenantId)) return store.deleteEveryVersion(object) // a user destroyed them meanwhile
  }
  await keepDescription(parts, { tenantId, prefix })
}

/** A description that decrypts and differs is no fault: it was written before a change that did not reach the store. */
async function findDescriptionFault(
  { keys, store }: IntegrityDependencies,
  { tenantId, prefix }: CheckedTenant,
): Promise<string | null> {
  const found = await readObject(store, tenantObject(prefix))
  if (found.state !== 'read') return `${tenantObject(prefix)} is ${found.state}`
  if (openTenant(await keys.of(tenantId), found.bytes)) return null
  return `${tenantObject(prefix)} does not open: it was altered, or is damaged`
}

/**
 * Reads the bundles of former generations that were not removed. Their digests are known from the first check; a bundle
 * that an administrator removed is reported once.
 */
async function readFormer(
  { knex, store }: IntegrityDependencies,
  { tenantId, prefix }: CheckedTenant,
  { generation, formerRemovedBelow }: TenantKey,
): Promise<{ faults: string[]; digests: Record<string, string> }> {
  const checked = await inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
    IntegrityCheck.query(trx).findById(tenantId).execute(),
  )
  const digests: Record<string, string> = {}
  const faults: string[] = []
  for (let former = formerRemovedBelow; former < generation; former++) {
    const object = bundleKey(prefix, former)
    const found = await readObject(store, object)
    const known = checked?.keyDigests[former]
    const digest = found.state === 'read' ? createHash('sha256').update(found.bytes).digest('hex') : null
    if (known && digest !== known) faults.push(`${object} ${digest ? 'is not what it was' : `is ${found.state}`}`)
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
  { tenantId, prefix }: CheckedTenant,
): Promise<void> {
  const tenantKeys = await keys.of(tenantId)
  const wanted = await readDescription(knex, tenantId)
  const found = await readObject(store, tenantObject(prefix))
  const stored = found.state === 'read' ? openTenant(tenantKeys, found.bytes) : null
  if (JSON.stringify(stored) !== JSON.stringify(wanted)) await describeTenant(store, tenantKeys, prefix, wanted)
}
