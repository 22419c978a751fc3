import type { TenantKeys } from '../../../keys/tenant-keys.ts'
import { ObjectNotFound, ObjectDamaged } from '../../../objects/object-store.ts'
import { Pack } from '../../../store/models/pack.ts'
import { inScope } from '../../../store/scope.ts'
import { TaskStopped } from '../../../workers/task-stopped.ts'
import type { VerifiedPack } from '../../../workers/tasks/verify-pack.ts'
import { serviceBusy } from '../../kernel/service-busy.ts'
import { lockVerified, readCurrent } from '../stored-objects/lock-stored.ts'
import type { ByteBudget } from './byte-budget.ts'
import { isTransferable, type PackBuffers } from './pack-buffers.ts'
import { prefixOf } from './prefix-of.ts'
import type { Registrations } from './register-packs.ts'
import type { PackState } from './repository.ts'
import { type RepositoryDependencies, packObject } from './object-names.ts'

/**
 * Reads an announced pack back from the store, verifies it in a worker, and registers its chunks.
 * @param known its row, if the caller has just read it
 * @throws StoreUnreachable
 * @throws DomainError busy if the workers' queue is full
 */
export async function verifyPack(
  parts: RepositoryDependencies & { registrations: Registrations; buffers: PackBuffers },
  budget: ByteBudget,
  tenantId: string,
  packId: string,
  known?: Pack,
): Promise<PackState> {
  const { knex, keys, store, registrations } = parts
  const scope = { kind: 'tenant', tenantId } as const
  const pack = known ?? (await inScope(knex, scope, (trx) => Pack.query(trx).findById(packId)))
  if (!pack) return { id: packId, state: 'missing', reason: 'no such pack was announced' }
  if (pack.status === 'verified') return { id: packId, state: 'verified' }
  if (pack.status === 'doomed') return { id: packId, state: 'missing', reason: expired }

  const release = await budget.acquire(pack.size)
  try {
    const object = packObject(await prefixOf(knex, tenantId), packId)
    const found = await store.head(object)
    if (!found) return { id: packId, state: 'missing', reason: 'nothing was sent' }
    if (found.size !== pack.size) return wrong(packId, `${found.size} bytes long, ${pack.size} were announced`)
    const tenantKeys = await keys.of(tenantId)
    const { bytes, versionId } = await readCurrent(store, object, parts.buffers.take)
    const verified = await check(parts, pack, tenantKeys, bytes)
    if (verified.wrong !== null) return wrong(packId, verified.wrong)
    const counts = await registrations.add(tenantId, { packId, keys: tenantKeys, verified })
    if (counts) await lockVerified(parts, { tenantId, kind: 'pack', id: packId, key: object }, versionId)
    return counts ? { id: packId, state: 'verified' } : { id: packId, state: 'missing', reason: expired }
  } catch (error) {
    if (error instanceof ObjectNotFound) return { id: packId, state: 'missing', reason: 'nothing was sent' }
    if (error instanceof ObjectDamaged) return wrong(packId, error.message)
    throw error
  } finally {
    release()
  }
}

const expired = 'it was sent so long after it was announced that nobody waits for it any more'

/** Transfers the bytes to the worker: the caller cannot read them afterwards. A later pack uses their memory. */
async function check(
  { workers, buffers }: RepositoryDependencies & { buffers: PackBuffers },
  pack: Pack,
  keys: TenantKeys,
  bytes: Buffer,
): Promise<VerifiedPack> {
  const { tenantId, sha256, md5 } = pack
  const { repositoryPrivateKey, chunkIdKey } = keys
  try {
    const input = { bytes, sha256, md5, tenantId, repositoryPrivateKey, chunkIdKey }
    const transfer = isTransferable(bytes) ? [bytes.buffer] : []
    const { bytes: checked, ...verified } = await workers.run('verifyPack', input, transfer)
    buffers.release(checked)
    return verified
  } catch (error) {
    if (!(error instanceof TaskStopped)) throw error
    if (error.reason === 'queue_full' || error.reason === 'closed') throw serviceBusy()
    return { wrong: `it could not be checked: ${error.message}` }
  }
}

function wrong(id: string, reason: string): PackState {
  return { id, state: 'wrong', reason }
}
