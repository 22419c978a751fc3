import { createHmac } from 'node:crypto'
import { bytesOf } from '../repository/archive-identity.ts'
import type { Content } from '../repository/content.ts'

/** Names an archive so that the names say nothing to whoever lacks the customer's chunk-id key. Hex, 64 digits. */
export function createArchiveNames(chunkIdKey: Uint8Array) {
  const key = createHmac('sha256', chunkIdKey).update('coffer archive fingerprint 1').digest()
  const name = (what: string, value: string | Buffer) =>
    createHmac('sha256', key).update(`${what}\0`).update(value).digest('hex')
  return {
    /** By its bytes. */
    ofBytes: (content: Content) => name('bytes', bytesOf(content)),
    /** As it is compared: by the identity of its members (shared/repository/archive-identity.ts). */
    ofMembers: (identity: string) => name('members', identity),
    /** As it is compared where they cannot be read: by the companion's text as that is compared. */
    ofCompanion: (normalisedFingerprint: string) => name('companion', normalisedFingerprint),
  }
}
