import { createHash } from 'node:crypto'
import { ByteWriter } from './byte-writer.ts'
import type { Content } from './content.ts'
import type { TreeEntry } from './tree-entry.ts'

/**
 * The part of a member that counts for the identity. Owner, mode and times do not, because many exports change them.
 */
export interface CountedMember {
  type: TreeEntry['type']
  /** For a file that is compared byte for byte. */
  content?: Content | undefined
  /** For a file that is compared as text: the fingerprint of its normalised text. */
  text?: string | undefined
  target?: Buffer | undefined
}

/** Returns the identity of an archive: SHA-256 over the members that count, in any order. 64 hexadecimal digits. */
export function createArchiveIdentity() {
  const members: Buffer[] = []
  return {
    add(path: Uint8Array, { type, content, text, target }: CountedMember): void {
      scratch.string(Buffer.from(path))
      scratch.string(Buffer.from(type))
      scratch.byte(text !== undefined ? 2 : content ? 1 : 0)
      if (text !== undefined) scratch.string(Buffer.from(text))
      else if (content) scratch.string(bytesOf(content))
      if (target) scratch.string(target)
      members.push(createHash('sha256').update(scratch.take()).digest())
    },
    end(): string {
      const hash = createHash('sha256').update('coffer archive identity 1\0')
      for (const member of members.sort(Buffer.compare)) hash.update(member)
      return hash.digest('hex')
    },
  }
}

/** Encodes a content as its size and chunks: equal bytes of a tenant have equal encodings. */
export function bytesOf(content: Content): Buffer {
  const isList = 'list' in content
  const ids = isList ? content.list : content.chunks
  return Buffer.concat([
    Buffer.from(`${content.size} ${isList ? 'list' : 'chunks'}\0`),
    Buffer.from(ids.join(''), 'hex'),
  ])
}

const scratch = new ByteWriter()
