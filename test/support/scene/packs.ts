import { randomUUIDv7 } from 'node:crypto'
import type { PackAddressParts } from '../../../service/domain/repository/chunks/pack-address.ts'
import type { PackAddress, PackOwner } from '../../../service/domain/repository/chunks/repository.ts'

/** Returns the parts of an address that the service signed for itself. */
export function packAddressParts({ url }: Pick<PackAddress, 'url'>): PackAddressParts {
  const { pathname, searchParams } = new URL(url, 'http://coffer')
  return {
    packId: pathname.split('/').at(-1)!,
    expires: Number(searchParams.get('expires')),
    signature: searchParams.get('signature') ?? '',
  }
}

export function anOwner(): PackOwner {
  return { agentId: randomUUIDv7(), jobId: randomUUIDv7(), leaseId: randomUUIDv7() }
}
