import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import { ByteWriter } from './byte-writer.ts'
import type { TreeEntry } from './tree-entry.ts'

/** The part of a folder that counts for the identity of its tree, added by entry in byte order of the names. */
export interface FolderIdentity {
  /** @param inside for a directory: the result of its `end` */
  add(entry: TreeEntry, inside?: Buffer): void
  end(): Buffer
}

/**
 * Computes the identity of a tree: SHA-256 over path, type, mode, uid, gid, size and content of files, target, device
 * numbers, and which names are one inode. Times, sizes of folders, names of owners and labels of hard links do not
 * count. Folders may be closed in any order, and names of an inode may come in any order.
 */
export function createTreeIdentity() {
  const groups = new Map<string, string[]>()
  return {
    openFolder(): FolderIdentity {
      const hash = createHash('sha256')
      return { add: (entry, inside) => addEntry(hash, entry, inside), end: () => hash.digest() }
    },
    /** `path` is one of the names of the inode with this label. */
    addHardLink(label: string, path: Uint8Array): void {
      const paths = groups.get(label)
      const text = Buffer.from(path).toString('latin1')
      if (paths) paths.push(text)
      else groups.set(label, [text])
    },
    /** 64 hexadecimal digits. */
    end(root: TreeEntry, inside: Buffer): string {
      const hash = createHash('sha256').update('coffer tree identity 1\0')
      addEntry(hash, root, inside)
      for (const paths of sharedInodes(groups)) {
        scratch.number(paths.length)
        for (const path of paths) scratch.string(Buffer.from(path, 'latin1'))
        hash.update(scratch.take())
      }
      return hash.digest('hex')
    },
  }
}

const scratch = new ByteWriter()

function addEntry(hash: Hash, entry: TreeEntry, inside?: Buffer): void {
  scratch.string(entry.name)
  scratch.string(Buffer.from(entry.type))
  scratch.number(entry.mode)
  scratch.number(entry.uid)
  scratch.number(entry.gid)
  if (entry.type === 'file') addContent(entry)
  if (entry.type === 'directory') scratch.byte(entry.problem === 'unreadable' ? 1 : 0)
  if (inside) scratch.raw(inside)
  if (entry.target) scratch.string(entry.target)
  if (entry.rdev) {
    scratch.number(entry.rdev.major)
    scratch.number(entry.rdev.minor)
  }
  hash.update(scratch.take())
}

/** Unreadable content differs from empty content. */
function addContent(file: TreeEntry): void {
  scratch.number(file.size)
  scratch.byte(file.content ? ('chunks' in file.content ? 1 : 2) : 0)
  if (!file.content) return
  const ids = 'chunks' in file.content ? file.content.chunks : file.content.list
  scratch.string(Buffer.from(ids.join(''), 'hex'))
}

/** A file whose other names are all outside the tree has no links. As latin1, text sorts like its bytes. */
function sharedInodes(groups: Map<string, string[]>): string[][] {
  const shared = [...groups.values()].filter((paths) => paths.length > 1).map((paths) => paths.sort())
  return shared.sort((a, b) => (a[0]! < b[0]! ? -1 : 1))
}
