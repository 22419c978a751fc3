import { createHash } from 'node:crypto'

/**
 * Which parts of trees were walked already: trees of one server share most of theirs. In a fixed amount of memory: one
 * may push another out, which is then walked once more, and never is one taken for another.
 */
export interface VisitedSet {
  /** Whether this part is new, or was forgotten; it is known from now on. */
  meet(name: string): boolean
}

/** @param slots a power of 2; 16 bytes each */
export function createVisitedSet(slots: number): VisitedSet {
  const held = Buffer.alloc(slots * keyBytes)
  return {
    meet(name) {
      const key = createHash('sha256').update(name).digest()
      const at = (key.readUInt32LE(keyBytes) & (slots - 1)) * keyBytes
      if (held.compare(key, 0, keyBytes, at, at + keyBytes) === 0) return false
      key.copy(held, at, 0, keyBytes)
      return true
    },
  }
}

/** Of a hash of ids: no two are found to agree in so many bits, not by an agent either, that may choose its contents. */
const keyBytes = 16
