import { createHmac } from 'node:crypto'

/**
 * A tree's identity (64 hex digits, shared/repository/tree-identity.ts) as a fingerprint that says nothing to whoever
 * lacks the customer's chunk-id key. It serves as raw and as normalised fingerprint: a tree is not normalised.
 */
export function treeFingerprintOf(chunkIdKey: Uint8Array, identity: string): string {
  const key = createHmac('sha256', chunkIdKey).update('coffer tree fingerprint 1').digest()
  return createHmac('sha256', key).update(identity, 'hex').digest('hex')
}
