import { randomUUIDv7 } from 'node:crypto'
import { packLimits } from '../../../shared/repository/pack-index.ts'
import { Pack } from '../../store/models/pack.ts'
import { Tenant } from '../../store/models/tenant.ts'
import type { TenantCall } from '../call.ts'
import { readableSize, refusedFields } from '../refusal.ts'
import { packAddressMs, signPackAddress } from './pack-address.ts'
import type { AnnouncedPack, PackAddress, PackOwner } from './repository.ts'
import { type RepositoryParts, packObject } from './repository-parts.ts'

/**
 * Writes a row for each pack and says where to send it, in order. What is never sent is forgotten after its address has
 * expired.
 * @throws Refusal 422 naming each pack that is longer than a pack may be
 */
export async function announcePacks(
  { store, serviceKeys }: Pick<RepositoryParts, 'store' | 'serviceKeys'>,
  call: TenantCall,
  owner: PackOwner,
  packs: AnnouncedPack[],
): Promise<PackAddress[]> {
  const { trx, tenantId, now } = call
  refuseLongPacks(packs)
  const expiresAt = new Date(now.getTime() + packAddressMs)
  const rows = packs.map((pack) => ({
    id: randomUUIDv7(),
    tenantId,
    ...owner,
    status: 'announced' as const,
    ...pack,
    announcedAt: now,
    expiresAt,
  }))
  await Pack.query(trx).insert(rows)
  const { prefix } = await Tenant.query(trx).findById(tenantId).throwIfNotFound()
  return Promise.all(
    rows.map(async ({ id, size, md5, sha256 }) => {
      const expected = { size, md5, sha256, expiresInMs: packAddressMs }
      const direct = await store.presignPut(packObject(prefix, id), expected)
      return { id, ...(direct ?? { url: signPackAddress(serviceKeys, id, expiresAt), headers: {} }) }
    }),
  )
}

function refuseLongPacks(packs: AnnouncedPack[]): void {
  const message = `a pack has at most ${readableSize(packLimits.sealedBytes)}`
  const errors = packs.flatMap(({ size }, index) =>
    size > packLimits.sealedBytes ? [{ path: `packs.${index}.size`, message }] : [],
  )
  if (errors.length > 0) throw refusedFields(errors)
}
