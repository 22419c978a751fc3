import { createHmac } from 'node:crypto'

/**
 * Returns a tree's identity (64 hex digits, shared/repository/tree-identity.ts) as a fingerprint that reveals nothing
 * without the tenant's chunk-id key. It is both raw and normalised fingerprint, because trees are not normalised.
 */
export function treeFingerprintOf(chunkIdKey: Uint8Array, identity: string): string {
  const key = createHmac('sha256', chunkIdKey).update('coffer tree fingerprint 1').digest()
  return createHmac('sha256', key).update(identity, 'hex').digest('hex')
}
