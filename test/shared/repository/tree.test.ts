import { expect } from 'chai'
import { ByteWriter } from '../../../shared/repository/byte-writer.ts'
import { ContentDamaged, TreeDamaged } from '../../../shared/repository/damaged.ts'
import { findEntry, openRoot, readFolder, rootMagic, streamFolder, walkTree } from '../../../shared/repository/tree.ts'
import { decodeEntry, encodeEntry } from '../../../shared/repository/tree-entry.ts'
import { createMemoryChunks } from './memory-chunks.ts'
import { rejectionOf } from './rejection.ts'
import { seeded } from './seeded.ts'
import { aFile, aFolder, readTree, someTree, writeTree } from './trees.ts'

describe('the tree reader', () => {
  it('walks a folder before its contents, in byte order, from the root or any path', async () => {
    const chunks = createMemoryChunks()
    const { root } = await writeTree(chunks, [
      ['b', aFile()],
      ['a-b', aFile()],
      ['\xff', aFile()],
      ['a', aFolder()],
      ['a/z', aFile()],
      ['a/B/c', aFile()],
    ])

    const paths = (await readTree(chunks, root)).map(([path]) => path)
    const below = (await readTree(chunks, root, 'a')).map(([path]) => path)
    const one = (await readTree(chunks, root, 'a/z')).map(([path]) => path)

    expect(paths).to.deep.equal(['a', 'a/B', 'a/B/c', 'a/z', 'a-b', 'b', '\xff'])
    expect(below).to.deep.equal(['a', 'a/B', 'a/B/c', 'a/z'])
    expect(one).to.deep.equal(['a/z'])
    expect(await readTree(chunks, root, 'nowhere')).to.deep.equal([])
  })

  it('finds an entry by path without following links or reading other folders', async () => {
    const chunks = createMemoryChunks()
    const { root } = await writeTree(
      chunks,
      [
        ['etc/ssh/sshd_config', aFile('d')],
        ['etc/link', { ...aFile(), type: 'symlink', content: undefined, target: Buffer.from('ssh') }],
        ['var/log/x', aFile()],
      ].sort(([a], [b]) => (a! < b! ? 1 : -1)) as Parameters<typeof writeTree>[1],
    )

    const found = await findEntry(chunks, root, Buffer.from('etc/ssh/sshd_config'))
    const reads = chunks.reads.length

    expect(found?.content).to.deep.equal(aFile('d').content)
    expect(reads).to.equal(4)
    expect((await findEntry(chunks, root, Buffer.alloc(0)))?.type).to.equal('directory')
    for (const path of ['etc/nothing', 'etc/link/sshd_config', 'etc/ssh/sshd_config/x', 'etc/', '/etc', '..', 'a']) {
      expect(await findEntry(chunks, root, Buffer.from(path)), path).to.equal(undefined)
    }
  })

  it('rejects other chunks as a root', async () => {
    const chunks = createMemoryChunks()
    const file = encodeEntry(new ByteWriter(), { name: Buffer.alloc(0), ...aFile() })
    const named = encodeEntry(new ByteWriter(), {
      name: Buffer.from('x'),
      ...aFolder(),
      content: { size: 0, chunks: [] },
    })

    for (const bytes of [
      Buffer.from('text'),
      Buffer.concat([rootMagic, file]),
      Buffer.concat([rootMagic, named]),
      rootMagic,
    ]) {
      const root = await chunks.put(bytes)
      expect(await rejectionOf(openRoot(chunks, root))).to.be.instanceOf(TreeDamaged)
    }
  })

  it('rejects listings that are unsorted, truncated or have duplicate names', async () => {
    const chunks = createMemoryChunks()
    const record = (name: string) => {
      const framed = new ByteWriter()
      framed.string(encodeEntry(new ByteWriter(), { name: Buffer.from(name), ...aFile() }))
      return framed.take()
    }
    const listings = [
      Buffer.concat([record('b'), record('a')]),
      Buffer.concat([record('a'), record('a')]),
      record(''),
      record('a').subarray(0, -1),
      Buffer.from([0xff, 0xff, 0xff, 0xff]),
      Buffer.from([0xff, 0xff, 0x03]),
    ]

    for (const listing of listings) {
      const content = { size: listing.length, chunks: [await chunks.put(listing)] }
      expect(await rejectionOf(readFolder(chunks, content)), listing.toString('hex')).to.be.instanceOf(TreeDamaged)
    }
  })

  it('decodes only what the encoder writes', () => {
    const random = seeded(61)
    const records = someTree(random, 150)
      .filter(([, entry]) => entry.type !== 'directory')
      .map(([, entry]) => encodeEntry(new ByteWriter(), { name: Buffer.from('name'), ...entry }))
    let refused = 0

    for (let round = 0; round < 20_000; round++) {
      const altered = Buffer.from(random.pick(records))
      altered[random.whole(0, Math.min(30, altered.length - 1))] = random.whole(0, 255)
      const bytes = random.next() < 0.1 ? altered.subarray(0, random.whole(0, altered.length)) : altered
      try {
        const entry = decodeEntry(bytes)
        if (isUtf8(entry.user) && isUtf8(entry.hardLink))
          expect(encodeEntry(new ByteWriter(), entry).equals(bytes)).to.equal(true)
      } catch (error) {
        expect(error).to.be.instanceOf(TreeDamaged)
        refused++
      }
    }

    expect(refused).to.be.above(1000)
  })

  it('reads a listing that spans chunks, with one of them in memory', async () => {
    const chunks = createMemoryChunks()
    const names = Array.from({ length: 12_000 }, (_, number) => `f${String(number).padStart(6, '0')}`)
    const { root } = await writeTree(
      chunks,
      names.map((name, number) => [name, aFile('a', { user: `user${number * 7919}`, group: 'g'.repeat(60) })]),
    )
    const listing = (await openRoot(chunks, root)).content!
    const before = chunks.reads.length

    const first = await streamFolder(chunks, listing).next()
    const afterFirst = chunks.reads.length - before
    const all = await readFolder(chunks, listing)

    expect('chunks' in listing && listing.chunks.length).to.be.above(1)
    expect(first.value?.name.toString()).to.equal('f000000')
    expect(afterFirst).to.equal(1)
    expect(all.map((entry) => entry.name.toString())).to.deep.equal(names)
  })

  it('reports a chunk of a listing that is missing or has the wrong length', async () => {
    const chunks = createMemoryChunks()
    const { root } = await writeTree(chunks, [['d/f', aFile()]])
    const folder = (await readFolder(chunks, (await openRoot(chunks, root)).content!))[0]!
    const wrong = { ...folder.content!, size: folder.content!.size + 1 }

    expect(await rejectionOf(readFolder(chunks, wrong))).to.be.instanceOf(ContentDamaged)
    chunks.stored.clear()
    expect(String(await rejectionOf(walkTree(chunks, root).next()))).to.contain(root)
  })
})

function isUtf8(text: string | undefined): boolean {
  return text === undefined || !text.includes('\ufffd')
}
