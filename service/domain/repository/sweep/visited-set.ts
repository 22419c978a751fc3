import { sha256 } from '../../kernel/sha256.ts'

/**
 * Parts of trees that were already walked: trees of one server share most of theirs. It uses a fixed amount of memory:
 * an entry may evict another, which is then walked again. Different names are never confused.
 */
export interface VisitedSet {
  /** Adds a part; returns whether it was absent, also because of an eviction. */
  add(name: string): boolean
}

/** @param slots a power of 2; 16 bytes each */
export function createVisitedSet(slots: number): VisitedSet {
  const stored = Buffer.alloc(slots * keyBytes)
  return {
    add(name) {
      const key = sha256(name)
      const at = (key.readUInt32LE(keyBytes) & (slots - 1)) * keyBytes
      if (stored.compare(key, 0, keyBytes, at, at + keyBytes) === 0) return false
      key.copy(stored, at, 0, keyBytes)
      return true
    },
  }
}

/**
 * Bytes of a hash of ids: enough to rule out collisions, also deliberate ones of an agent that chooses its contents.
 */
const keyBytes = 16
