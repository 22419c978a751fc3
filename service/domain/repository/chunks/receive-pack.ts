import { hash } from 'node:crypto'
import type { Knex } from 'knex'
import { asDatabaseUnavailable } from '../../../store/database-unavailable.ts'
import { TaskStopped } from '../../../workers/task-stopped.ts'
import { serviceBusy } from '../../kernel/service-busy.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'
import type { ByteBudget } from './byte-budget.ts'
import { type PackBuffers, isTransferable } from './pack-buffers.ts'
import { type PackAddressParts, checkPackAddress } from './pack-address.ts'
import { type RepositoryDependencies, packObject } from './object-names.ts'

/** Maximum number of uploads of one tenant that wait for memory; further ones are rejected. */
const waitingAtMost = 64

/**
 * Stores the bytes of an announced pack. `verifyPack` checks them; a repeated upload after that changes nothing.
 * Reading starts when the tenant's memory budget has space for the whole pack.
 * @throws DomainError address_refused if the address was not signed, not_found for a pack that was not announced,
 *   pack_refused for other bytes than announced, busy for too many concurrent packs
 * @throws StoreUnreachable
 */
export async function receivePack(
  parts: Pick<RepositoryDependencies, 'knex' | 'serviceKeys' | 'store' | 'now' | 'workers'> & { buffers: PackBuffers },
  budgetOf: (tenantId: string) => ByteBudget,
  address: PackAddressParts,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { knex, serviceKeys, store, now, buffers } = parts
  checkPackAddress(serviceKeys, address, now())
  const pack = await findLocations(knex, address.packId)
  if (!pack || pack.status === 'doomed') throw notFound()
  if (pack.status === 'verified') return
  const budget = budgetOf(pack.tenant_id)
  if (budget.waiting >= waitingAtMost) throw serviceBusy()
  const release = await budget.acquire(pack.size)
  try {
    const bytes = await checkDigest(parts, pack, await readExactly(body, pack, buffers))
    await store.put(packObject(pack.prefix, pack.pack_id), bytes)
    buffers.release(bytes) // only now: a store may still read the memory of a write that failed
  } finally {
    release()
  }
}

interface AwaitedPack {
  pack_id: string
  tenant_id: string
  prefix: string
  size: number
  sha256: Buffer
  status: 'announced' | 'verified' | 'doomed'
}

async function findLocations(knex: Knex, packId: string): Promise<AwaitedPack | undefined> {
  try {
    const { rows } = await knex.raw('select * from lookup_pack(?)', [packId])
    return rows[0]
  } catch (error) {
    throw asDatabaseUnavailable(error)
  }
}

async function readExactly(
  body: AsyncIterable<Uint8Array>,
  { size }: AwaitedPack,
  buffers: PackBuffers,
): Promise<Buffer> {
  const bytes = buffers.take(size)
  let length = 0
  try {
    for await (const piece of body) {
      if (length + piece.length > size) throw packRefused('too_long', size, length + piece.length)
      bytes.set(piece, length)
      length += piece.length
    }
    if (length < size) throw packRefused('too_short', size, length)
    return bytes
  } catch (error) {
    buffers.release(bytes)
    throw error
  }
}

/** A shorter pack is digested in less time than a thread needs to take it over. */
const inThreadFrom = 256 * 1024

/**
 * Returns the memory that contains the bytes afterwards. A large pack is digested in a worker.
 * @throws DomainError pack_refused for other bytes than announced, service_busy if no worker could digest them
 */
async function checkDigest(
  { workers, buffers }: Pick<RepositoryDependencies, 'workers'> & { buffers: PackBuffers },
  pack: AwaitedPack,
  received: Buffer,
): Promise<Buffer> {
  const { bytes, sha256 } = await digest(workers, received)
  if (pack.sha256.equals(sha256)) return bytes
  buffers.release(bytes)
  throw packRefused('other_digest', pack.size, bytes.length)
}

async function digest(
  workers: RepositoryDependencies['workers'],
  received: Buffer,
): Promise<{ bytes: Buffer; sha256: Uint8Array }> {
  if (received.length < inThreadFrom || !isTransferable(received)) {
    return { bytes: received, sha256: hash('sha256', received, 'buffer') }
  }
  try {
    const { bytes, sha256 } = await workers.run('digestPack', { bytes: received }, [received.buffer])
    return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), sha256 }
  } catch (error) {
    throw error instanceof TaskStopped ? serviceBusy() : error
  }
}

function packRefused(reason: 'too_long' | 'too_short' | 'other_digest', announced: number, received: number) {
  return new DomainError('pack_refused', { reason, announced, received })
}
