import { bundleKey } from '../../keys/tenant-keys.ts'
import { IntegrityCheck } from '../../store/models/integrity-check.ts'
import { TenantKey } from '../../store/models/tenant-key.ts'
import { Tenant } from '../../store/models/tenant.ts'
import { inScope } from '../../store/scope.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { serviceActor } from '../service-actor.ts'
import { customerObject, describeCustomer, descriptionOf, openCustomer } from '../tenants/customer-description.ts'
import type { CheckedCustomer } from './check-packs.ts'
import type { IntegrityCounts, IntegrityParts } from './integrity-parts.ts'
import { readObject } from './read-object.ts'

/**
 * Compares the customer's wrapped keys and description in the store with the database, which is what comes back when the
 * database is lost. What is wrong is named, and written again: the database still knows it. The check after that finds it
 * good.
 * @throws StoreUnreachable, KeysDestroyed
 */
export async function checkKeys(
  parts: IntegrityParts,
  { tenantId, prefix }: CheckedCustomer,
  counts: IntegrityCounts,
): Promise<void> {
  const { knex, store, now, alarm } = parts
  const [known, tenant] = await inScope(knex, { kind: 'tenant', tenantId }, async (trx) => [
    await TenantKey.query(trx).findById(tenantId).throwIfNotFound(),
    await Tenant.query(trx).findById(tenantId).throwIfNotFound(),
  ])
  const object = bundleKey(prefix, known.generation)
  const found = await readObject(store, object)
  const isGood = found.state === 'read' && found.bytes.equals(known.bundle)
  const words = isGood ? null : `${object} ${found.state === 'read' ? 'holds other bytes' : `is ${found.state}`}`

  const at = now()
  const change = await inScope(knex, { kind: 'tenant', tenantId }, async (trx) => {
    const before = await IntegrityCheck.query(trx).findById(tenantId).forUpdate()
    const keysDamagedAt = words === null ? null : (before?.keysDamagedAt ?? at)
    await IntegrityCheck.query(trx).findById(tenantId).patch({ keysCheckedAt: at, keysDamagedAt, keysDamage: words })
    if ((before?.keysDamagedAt ?? null) === keysDamagedAt) return null
    const action = words === null ? 'integrity.healed' : 'integrity.damaged'
    const detail = words === null ? {} : { what: words }
    const outcome = words === null ? 'done' : 'failed'
    const object = { kind: 'keys', id: tenantId, outcome, detail } as const
    await recordAudit({ ...serviceActor, tenantId, now: at, trx }, action, object)
    return action
  })
  if (change === 'integrity.healed') counts.healed++
  if (change === 'integrity.damaged') {
    counts.damaged++
    alarm(`alarm: a customer's wrapped keys are damaged in the store and are written again: ${words}`, { tenantId })
  }
  if (words !== null) {
    await store.put(object, known.bundle)
    if (await areDestroyed(parts, tenantId)) return store.deleteEveryVersion(object) // meanwhile, by a person
  }
  await keepDescription(parts, { tenantId, prefix }, tenant)
}

async function areDestroyed({ knex }: IntegrityParts, tenantId: string): Promise<boolean> {
  const known = await inScope(knex, { kind: 'tenant', tenantId }, (trx) => TenantKey.query(trx).findById(tenantId))
  return known === undefined || known.destroyedAt !== null
}

async function keepDescription(
  { keys, store }: IntegrityParts,
  { tenantId, prefix }: CheckedCustomer,
  tenant: Tenant,
): Promise<void> {
  const tenantKeys = await keys.of(tenantId)
  const wanted = descriptionOf(tenant)
  const found = await readObject(store, customerObject(prefix))
  const stored = found.state === 'read' ? openCustomer(tenantKeys, found.bytes) : null
  if (JSON.stringify(stored) !== JSON.stringify(wanted)) await describeCustomer(store, tenantKeys, prefix, wanted)
}
