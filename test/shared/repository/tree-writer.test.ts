import { expect } from 'chai'
import { readFolder, identifyTree, openRoot } from '../../../shared/repository/tree.ts'
import { createTreeWriter } from '../../../shared/repository/tree-writer.ts'
import { createMemoryChunks } from './memory-chunks.ts'
import { rejectionOf } from './rejection.ts'
import { seeded } from './seeded.ts'
import { aFile, aFolder, readTree, someTree, writeTree } from './trees.ts'
import type { Listed } from './trees.ts'

describe('the tree writer', () => {
  it('preserves entries of every kind, and computes the same identity as a read', async () => {
    const random = seeded(51)

    for (let round = 0; round < 40; round++) {
      const chunks = createMemoryChunks()
      const entries = someTree(random, random.whole(0, 120))
      const written = await writeTree(chunks, entries)

      const read = await readTree(chunks, written.root)

      expect(withoutLabels(byPath(read))).to.deep.equal(withoutLabels(byPath(entries)))
      expect(groupsOf(read)).to.deep.equal(groupsOf(entries))
      expect(await identifyTree(chunks, written.root)).to.deep.equal({
        identity: written.identity,
        counts: written.counts,
      })
    }
  })

  it('returns the same root for the same tree, and stores only changes', async () => {
    const chunks = createMemoryChunks()
    const entries = someTree(seeded(52), 200)
    const first = await writeTree(chunks, entries)
    const before = chunks.stored.size

    const second = await writeTree(chunks, entries)
    const third = await writeTree(chunks, [...entries, ['zz', aFile('f')]])

    expect(second).to.deep.equal(first)
    expect(third.root).not.to.equal(first.root)
    expect(chunks.stored.size).to.equal(before + 2)
  })

  it('is independent of the order of a folder and of hard link names', async () => {
    const chunks = createMemoryChunks()
    const entries: Listed[] = [
      ['a', aFolder()],
      ['a/z', aFile('1', { hardLink: '7' })],
      ['a/b', aFile('2')],
      ['c', aFile('1', { hardLink: '7' })],
      ['', aFolder({ mode: 0o700 })],
    ]
    const renamed: Listed[] = entries.map(([path, entry]) => [
      path,
      entry.hardLink ? { ...entry, hardLink: 'x' } : entry,
    ])

    const first = await writeTree(chunks, entries)
    const second = await writeTree(chunks, [renamed[4]!, renamed[0]!, renamed[2]!, renamed[1]!, renamed[3]!])

    expect(second).to.deep.equal(first)
  })

  it('computes an identity without times, folder sizes or owner names', async () => {
    const tree: Listed[] = [
      ['', aFolder()],
      ['d', aFolder()],
      ['d/f', aFile('a')],
      ['d/l', { ...aFile(), type: 'symlink', content: undefined, target: Buffer.from('f') }],
      ['d/n', { ...aFile(), type: 'char', content: undefined, rdev: { major: 1, minor: 3 } }],
      ['d/x', aFile('b', { hardLink: '1' })],
      ['d/y', aFile('b', { hardLink: '1' })],
      ['d/z', aFile('b', { hardLink: '2' })],
    ]
    const change = (at: number, to: object): Listed[] =>
      tree.map((one, i) => (i === at ? [one[0], { ...one[1], ...to }] : one))
    const times = { mtime: { seconds: 9, nanoseconds: 9 } }
    const same = [
      change(2, times),
      change(1, times),
      change(1, { size: 1 }),
      change(2, { user: 'u' }),
      change(7, { hardLink: undefined }),
    ]
    const other = [
      change(2, { content: aFile('c').content }),
      change(2, { content: { size: 5, list: ['a'.repeat(64)] } }),
      change(2, { content: undefined, problem: 'unreadable' }),
      change(2, { size: 6 }),
      change(2, { mode: 0o600 }),
      change(2, { uid: 1 }),
      change(2, { gid: 1 }),
      change(2, { type: 'fifo', content: undefined }),
      change(1, { problem: 'unreadable' }),
      change(1, { mode: 0o700 }),
      change(0, { uid: 5 }),
      change(3, { target: Buffer.from('g') }),
      change(4, { rdev: { major: 1, minor: 4 } }),
      change(4, { type: 'block' }),
      change(6, { hardLink: '2' }),
      change(7, { hardLink: '1' }),
      tree.slice(0, -1),
      [...tree, ['d/zz', aFile()]] satisfies Listed[],
      tree.map(([path, entry]): Listed => [path.replace('d/f', 'd/g'), entry]),
    ]

    const identities = await Promise.all(
      [tree, ...same, ...other].map(async (one) => (await writeTree(createMemoryChunks(), one)).identity),
    )

    expect(new Set(identities.slice(0, same.length + 1)).size).to.equal(1)
    expect(new Set(identities).size).to.equal(other.length + 1)
  })

  it('counts its entries', async () => {
    const { counts } = await writeTree(createMemoryChunks(), [
      ['a/b/c', aFile('a', { size: 2 ** 40 })],
      ['a/b/d', aFile('a', { problem: 'changed' })],
      ['a/l', { ...aFile(), type: 'symlink', content: undefined, target: Buffer.from('x') }],
      ['a/p', { ...aFile(), type: 'fifo', content: undefined }],
    ])

    expect(counts).to.deep.equal({ files: 2, directories: 2, symlinks: 1, others: 1, bytes: 2 ** 40 + 5, problems: 1 })
  })

  it('creates undescribed folders, and accepts their descriptions later', async () => {
    const chunks = createMemoryChunks()

    const { root } = await writeTree(chunks, [
      ['etc/ssh/config', aFile()],
      ['etc', aFolder({ mode: 0o711 })],
      ['etc/hosts', aFile()],
      ['var/x', aFile()],
    ])

    const modes = (await readTree(chunks, root)).map(([path, entry]) => `${path} ${entry.mode.toString(8)}`)
    expect(modes).to.deep.equal([
      'etc 711',
      'etc/hosts 644',
      'etc/ssh 755',
      'etc/ssh/config 644',
      'var 755',
      'var/x 644',
    ])
  })

  it('stores 20,000 entries in one folder, and little after a change', async () => {
    const chunks = createMemoryChunks()
    const names = Array.from({ length: 20_000 }, (_, number) => `spool/message-${number}`)
    const entries = names.map((name, number): Listed => [
      name,
      aFile('a', { group: 'g'.repeat(80), mtime: { seconds: number, nanoseconds: 0 } }),
    ])

    const { root, counts } = await writeTree(chunks, entries)
    const before = new Set(chunks.stored.keys())
    await writeTree(chunks, [...entries, ['spool/message-99a', aFile('b')]])

    const spool = (await readFolder(chunks, (await openRoot(chunks, root)).content!))[0]!
    const added = [...chunks.stored].filter(([id]) => !before.has(id)).map(([, content]) => content.length)
    expect(counts.files).to.equal(20_000)
    expect((await readFolder(chunks, spool.content!)).length).to.equal(20_000)
    expect(added.reduce((sum, length) => sum + length, 0)).to.be.below(0.9 * spool.content!.size)
  })

  it('rejects duplicate names, and folders that are reopened', async () => {
    const twice: Listed[][] = [
      [
        ['a', aFile()],
        ['a', aFile()],
      ],
      [
        ['a', aFolder()],
        ['a', aFolder()],
      ],
      [
        ['a', aFile()],
        ['a/b', aFile()],
      ],
      [
        ['a/b', aFile()],
        ['c', aFile()],
        ['a/d', aFile()],
      ],
    ]

    for (const entries of twice) {
      expect(await rejectionOf(writeTree(createMemoryChunks(), entries))).to.be.instanceOf(RangeError)
    }
  })

  it('rejects invalid paths and entries', async () => {
    const refused: Listed[] = [
      ['/etc', aFile()],
      ['etc/', aFile()],
      ['a//b', aFile()],
      ['.', aFile()],
      ['a/../b', aFile()],
      ['a\0b', aFile()],
      ['', aFile()],
      ['a'.repeat(4096), aFile()],
      ['f', aFile('a', { content: undefined })],
      ['f', aFile('a', { mode: 0o100644 })],
      ['f', aFile('a', { size: -1 })],
      ['f', aFile('a', { size: 2 ** 53 })],
      ['f', aFile('a', { uid: 1.5 })],
      ['f', aFile('g')],
      ['f', aFile('a', { mtime: { seconds: 2 ** 53, nanoseconds: 0 } })],
      ['f', aFile('a', { target: Buffer.from('x') })],
      ['f', aFile('a', { mtime: { seconds: 0, nanoseconds: 1e9 } })],
      ['f', aFile('a', { user: 'u'.repeat(2000) })],
      ['l', aFile('a', { type: 'symlink', content: undefined })],
      ['c', aFile('a', { type: 'char', content: undefined })],
      ['p', aFile('a', { type: 'fifo' })],
      ['d', aFolder({ hardLink: '1' })],
    ]

    for (const [path, entry] of refused) {
      expect(await rejectionOf(writeTree(createMemoryChunks(), [[path, entry]])), path).to.be.instanceOf(RangeError)
    }
  })

  it('continues after a rejected entry', async () => {
    const chunks = createMemoryChunks()
    const writer = createTreeWriter(chunks)

    await rejectionOf(writer.add(Buffer.from('bad'), aFile('a', { size: -1 })))
    await writer.add(Buffer.from('good'), aFile())
    const { root, counts } = await writer.end()

    expect((await readTree(chunks, root)).map(([path]) => path)).to.deep.equal(['good'])
    expect(counts.files).to.equal(1)
  })
})

function byPath(entries: Listed[]): Map<string, Listed[1]> {
  return new Map([...entries].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function withoutLabels(entries: Map<string, Listed[1]>): Map<string, Listed[1]> {
  return new Map([...entries].map(([path, { hardLink: _label, ...entry }]) => [path, entry]))
}

/** Which names are one inode, whatever it is called. */
function groupsOf(entries: Listed[]): string[][] {
  const groups = Map.groupBy(
    entries.filter(([, entry]) => entry.hardLink !== undefined),
    ([, entry]) => entry.hardLink,
  )
  return [...groups.values()].map((group) => group.map(([path]) => path).sort()).sort()
}
