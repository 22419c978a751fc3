import { createHmac } from 'node:crypto'
import { bytesOf } from '../repository/archive-identity.ts'
import type { Content } from '../repository/content.ts'

/**
 * Names archives by keyed hashes, so that the names reveal nothing without the tenant's chunk-id key. Each name is 64
 * hex digits.
 */
export function createArchiveNames(chunkIdKey: Uint8Array) {
  const key = createHmac('sha256', chunkIdKey).update('coffer archive fingerprint 1').digest()
  const name = (what: string, value: string | Buffer) =>
    createHmac('sha256', key).update(`${what}\0`).update(value).digest('hex')
  return {
    /** Names an archive by its bytes. */
    ofBytes: (content: Content) => name('bytes', bytesOf(content)),
    /** Names an archive as it is compared: by the identity of its members (shared/repository/archive-identity.ts). */
    ofMembers: (identity: string) => name('members', identity),
    /** Names an archive with unreadable members: by the normalised text of its companion. */
    ofCompanion: (normalisedFingerprint: string) => name('companion', normalisedFingerprint),
  }
}
