import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import { asDatabaseUnavailable } from '../../../store/database-unavailable.ts'
import { serviceBusy } from '../../kernel/service-busy.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'
import type { ByteBudget } from './byte-budget.ts'
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
  { knex, serviceKeys, store, now }: Pick<RepositoryDependencies, 'knex' | 'serviceKeys' | 'store' | 'now'>,
  budgetOf: (tenantId: string) => ByteBudget,
  address: PackAddressParts,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  checkPackAddress(serviceKeys, address, now())
  const pack = await findLocations(knex, address.packId)
  if (!pack || pack.status === 'doomed') throw notFound()
  if (pack.status === 'verified') return
  const budget = budgetOf(pack.tenant_id)
  if (budget.waiting >= waitingAtMost) throw serviceBusy()
  const release = await budget.take(pack.size)
  try {
    await store.put(packObject(pack.prefix, pack.pack_id), await readExactly(body, pack))
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

async function readExactly(body: AsyncIterable<Uint8Array>, { size, sha256 }: AwaitedPack): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size)
  const hash = createHash('sha256')
  let length = 0
  for await (const piece of body) {
    if (length + piece.length > size) throw packRefused('too_long', size, length + piece.length)
    bytes.set(piece, length)
    hash.update(piece)
    length += piece.length
  }
  if (length < size) throw packRefused('too_short', size, length)
  if (!hash.digest().equals(sha256)) throw packRefused('other_digest', size, length)
  return bytes
}

function packRefused(reason: 'too_long' | 'too_short' | 'other_digest', announced: number, received: number) {
  return new DomainError('pack_refused', { reason, announced, received })
}
