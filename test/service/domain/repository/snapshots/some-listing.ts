import type { CollectedEntry } from '../../../../../shared/repository/tree-writer.ts'
import type { seeded } from '../../../../shared/repository/seeded.ts'
import type { TreeListing } from '../../../../support/scene/trees.ts'

const isRoot = process.getuid?.() === 0

/**
 * Returns a tree of random shape with entries of every kind, in an order that a tree writer accepts. Its owner can read
 * everything, so that it can be unpacked and compared.
 */
export function someListing(random: ReturnType<typeof seeded>, size: number): TreeListing {
  const folders = ['']
  const entries = new Map<string, TreeListing[number][1]>()
  const shared: { bytes: Buffer; owner: Partial<CollectedEntry> }[] = Array.from({ length: 3 }, () => ({
    bytes: random.bytes(random.whole(0, 2000)),
    owner: attributes(random),
  }))
  while (entries.size < size) {
    const parent = random.pick(folders)
    const name = parent === '' ? someName(random) : `${parent}/${someName(random)}`
    if (entries.has(name) || name.length > 900) continue
    const type = random.pick([
      'file',
      'file',
      'file',
      'directory',
      'symlink',
      'fifo',
      'socket',
      'char',
      'block',
      'link',
    ])
    if (type === 'directory') folders.push(name)
    if (type === 'link') {
      const inode = random.whole(0, 2)
      entries.set(name, { ...shared[inode]!.owner, bytes: shared[inode]!.bytes, hardLink: String(inode) })
      continue
    }
    const entry: TreeListing[number][1] = { ...attributes(random), type: type as CollectedEntry['type'] }
    if (type === 'file') entry.bytes = random.bytes(random.pick([0, 1, 511, 512, 513, 70_000]))
    if (type === 'symlink')
      entry.target = Buffer.from(random.pick(['x', '/etc/\xff', 'y'.repeat(180), '../caf\xe9']), 'latin1')
    if (type === 'char' || type === 'block') entry.rdev = { major: random.whole(1, 250), minor: random.whole(0, 255) }
    entries.set(name, entry)
  }
  return [...entries].sort(([a], [b]) => (a.replaceAll('/', '\0') < b.replaceAll('/', '\0') ? -1 : 1))
}

function attributes(random: ReturnType<typeof seeded>): Partial<CollectedEntry> {
  return {
    mode: random.whole(0, 0o7777) | 0o700,
    uid: isRoot ? random.pick([0, 1000, 65534, 3_000_000_000]) : 0,
    gid: isRoot ? random.pick([0, 1000, 2_500_000]) : 0,
    mtime: {
      seconds: random.pick([0, 1, -5, 1_700_000_000, 4_000_000_000]),
      nanoseconds: random.pick([0, 1, 999_999_999, 500_000_000]),
    },
    ...(random.next() < 0.3 && { user: 'wörker', group: 'staff' }),
  }
}

function someName(random: ReturnType<typeof seeded>): string {
  const characters = ['a', 'b', 'c', '-', '.', ' ', '\n', '\x01', '\xe9', '\xff', '0', '~', '%', '\\', '"', '*']
  const name = Array.from({ length: random.pick([1, 3, 6, 60]) }, () => random.pick(characters)).join('')
  return name === '.' || name === '..' ? 'dots' : name
}
