import type { RunInSystemTransaction } from '../../kernel/context.ts'
import { bundleKey } from '../../../keys/tenant-keys.ts'
import type { ObjectStore } from '../../../objects/object-store.ts'
import { TenantKey } from '../../../store/models/tenant-key.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { installationId } from '../../kernel/installation/installation-id.ts'
import { findStaleReason } from '../../kernel/installation/restore-marker.ts'
import { type StoredDump, listStoredDumps } from '../dump/stored-dumps.ts'
import { readObject } from '../../repository/stored-objects/read-object.ts'
import { serviceActor } from '../../kernel/service-actor.ts'

export interface FormerKeysDependencies {
  /** Runs in the platform scope. */
  runInSystemTransaction: RunInSystemTransaction
  openStore(): Promise<ObjectStore>
}

/** `afterMs`: time that former bundles stay after a change of the master key. Null: they are removed at once. */
export interface FormerKeysOptions {
  afterMs: number | null
}

export interface RemovedFormerKeys {
  tenants: number
  objects: number
  /** Slugs of tenants whose current bundle in the store differs from the database's: their former bundles stay. */
  unsafe: string[]
  /** Dumps in the store from before the change: only the former master key decrypts them. */
  olderDumps: string[]
}

interface Candidate {
  key: TenantKey
  tenant: Tenant
}

/**
 * Removes the wrapped key bundles of former master keys from the object store, with all former object versions. With
 * `afterMs` they stay while the store has a dump that needs them, or the database may be older than the store. It can
 * be interrupted and repeated: the integrity check stops expecting them before the first is removed.
 * @throws StoreUnreachable; the next run removes the rest
 */
export async function removeFormerKeys(
  { runInSystemTransaction, openStore }: FormerKeysDependencies,
  { afterMs }: FormerKeysOptions,
): Promise<RemovedFormerKeys> {
  const removed: RemovedFormerKeys = { tenants: 0, objects: 0, unsafe: [], olderDumps: [] }
  const { candidates, installation, doubt } = await runInSystemTransaction(async (context) => ({
    candidates: await findCandidates(context, afterMs),
    installation: await installationId(context),
    doubt: await findStaleReason(context.trx),
  }))
  if (candidates.length === 0 || (afterMs !== null && doubt)) return removed
  const store = await openStore()
  const dumps = (await listStoredDumps(store)).filter((dump) => isOwn(dump, installation))
  const changedAt = Math.max(...candidates.map(({ key }) => key.wrappedAt.getTime()))
  removed.olderDumps = dumps.filter(({ takenAt }) => takenAt.getTime() < changedAt).map(({ name }) => name)
  for (const candidate of candidates) {
    const needed = dumps.some(({ isWhole, takenAt }) => isWhole && takenAt < candidate.key.wrappedAt)
    if (afterMs !== null && needed) continue
    const found = await readObject(store, bundleKey(candidate.tenant.prefix, candidate.key.generation))
    if (found.state !== 'read' || !found.bytes.equals(candidate.key.bundle)) {
      removed.unsafe.push(candidate.tenant.slug)
      continue
    }
    const objects = await removeOf(runInSystemTransaction, store, candidate)
    if (objects === null) continue
    removed.tenants += 1
    removed.objects += objects
  }
  return removed
}

async function findCandidates(
  { trx, now }: Parameters<Parameters<RunInSystemTransaction>[0]>[0],
  afterMs: number | null,
) {
  const query = TenantKey.query(trx)
    .whereNull('destroyedAt')
    .whereNull('formerRemovedAt')
    .where('generation', '>', 1)
    .orderBy('tenantId')
  const keys = await (afterMs === null ? query : query.where('wrappedAt', '<=', new Date(now.getTime() - afterMs)))
  const tenants = await Tenant.query(trx).findByIds(keys.map(({ tenantId }) => tenantId))
  const byId = new Map(tenants.map((tenant) => [tenant.id, tenant]))
  return keys.map((key): Candidate => ({ key, tenant: byId.get(key.tenantId)! }))
}

/** @returns the number of objects listed and removed; null if the keys were re-wrapped or destroyed meanwhile */
async function removeOf(
  runInSystemTransaction: RunInSystemTransaction,
  store: ObjectStore,
  { key, tenant }: Candidate,
): Promise<number | null> {
  const { tenantId, generation } = key
  const present = { tenantId, generation }
  const begun = await runInSystemTransaction(({ trx }) =>
    TenantKey.query(trx).where(present).whereNull('destroyedAt').patch({ formerRemovedBelow: generation }).execute(),
  )
  if (begun === 0) return null
  const listed = await listFormer(store, tenant.prefix, generation)
  // By number: a versioned bucket does not list objects that an interrupted run has removed.
  for (let former = 1; former < generation; former += 1)
    await store.deleteEveryVersion(bundleKey(tenant.prefix, former))
  await runInSystemTransaction(async ({ trx, now }) => {
    await TenantKey.query(trx).where(present).patch({ formerRemovedAt: now })
    const detail = { generations: generation - 1, objects: listed }
    const object = { kind: 'tenant', id: tenantId, detail }
    await recordAudit({ ...serviceActor, tenantId, trx, now }, 'tenant.remove_former_keys', object)
  })
  return listed
}

async function listFormer(store: ObjectStore, prefix: string, generation: number): Promise<number> {
  let count = 0
  for await (const { key } of store.list(`${prefix}/keys/`)) {
    if (Number(key.slice(`${prefix}/keys/`.length)) < generation) count += 1
  }
  return count
}

function isOwn(dump: StoredDump, installation: string): boolean {
  return installation.startsWith(dump.installation)
}
