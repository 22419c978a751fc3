import { expect } from 'chai'
import type { ChunkId } from '../../../shared/repository/chunk-id.ts'
import { chunksOf, readContent, writeContent } from '../../../shared/repository/content.ts'
import type { Content } from '../../../shared/repository/content.ts'
import { ContentDamaged } from '../../../shared/repository/damaged.ts'
import { createMemoryChunks } from './memory-chunks.ts'
import { rejectionOf } from './rejection.ts'
import { seeded } from './seeded.ts'

const mebi = 1024 * 1024

describe('chunked content', () => {
  it('is read back byte for byte, completely and in ranges', async () => {
    const random = seeded(41)
    const chunks = createMemoryChunks()
    const bytes = random.bytes(7 * mebi)
    const content = await write(chunks, bytes)

    expect((await readAll(chunks, content)).equals(bytes)).to.equal(true)
    for (let round = 0; round < 40; round++) {
      const start = random.whole(0, bytes.length)
      const end = random.whole(start, bytes.length)
      const part = await readAll(chunks, content, { start, end })
      expect(part.equals(bytes.subarray(start, end)), `${start}-${end}`).to.equal(true)
    }
  })

  it('has no chunks when it is empty', async () => {
    const chunks = createMemoryChunks()

    const content = await write(chunks, Buffer.alloc(0))

    expect(content).to.deep.equal({ size: 0, chunks: [] })
    expect(chunks.stored.size).to.equal(0)
    expect((await readAll(chunks, content)).length).to.equal(0)
  })

  it('lists many chunks in another chunk, and a hole as one chunk', async () => {
    const chunks = createMemoryChunks()
    const hole = Buffer.alloc(4 * mebi)
    const writing = writeContent(chunks)
    for (let i = 0; i < 70; i++) await writing.push(hole)
    await writing.push(Buffer.from('end'))
    const content = await writing.end()

    const ids: ChunkId[] = []
    for await (const id of chunksOf(chunks, content)) ids.push(id)

    expect(content).to.have.property('size', 70 * 4 * mebi + 3)
    expect('list' in content && content.list.length).to.equal(1)
    expect(new Set(ids).size).to.equal(2)
    expect(ids.length).to.equal(71)
    expect((await readAll(chunks, content, { start: content.size - 4, end: content.size })).toString()).to.equal(
      '\0end',
    )
  })

  it('is damaged if its list has more chunks than its size allows, before reading them', async () => {
    const chunks = createMemoryChunks()
    const byte = await chunks.put(Buffer.from('x'))
    const part = await chunks.put(Buffer.from(byte.repeat(1_000), 'hex'))
    const content: Content = { size: 10 * mebi, list: Array<ChunkId>(10_000).fill(part) }

    expect(await rejectionOf(readAll(chunks, content))).to.be.instanceOf(ContentDamaged)
  })

  it('is not read beyond the requested range', async () => {
    const chunks = createMemoryChunks()
    const content = await write(chunks, seeded(42).bytes(6 * mebi))

    await readAll(chunks, content, { start: 0, end: 100 })

    expect(chunks.reads.length).to.equal(1)
  })

  it('is rejected when its chunks do not have its size', async () => {
    const chunks = createMemoryChunks()
    const content = await write(chunks, Buffer.from('hostname a\n'))
    const ids = 'chunks' in content ? content.chunks : []
    const lies: Content[] = [
      { size: 10, chunks: ids },
      { size: 12, chunks: ids },
      { size: 22, chunks: ids },
      { size: 11, chunks: [...ids, ...ids] },
      { size: 11, chunks: [] },
      { size: 11, list: ids },
    ]

    for (const lie of lies) expect(await rejectionOf(readAll(chunks, lie))).to.be.instanceOf(ContentDamaged)
  })
})

async function write(chunks: ReturnType<typeof createMemoryChunks>, bytes: Buffer): Promise<Content> {
  const writing = writeContent(chunks)
  await writing.push(bytes)
  return writing.end()
}

async function readAll(
  chunks: ReturnType<typeof createMemoryChunks>,
  content: Content,
  range?: { start: number; end: number },
): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of readContent(chunks, content, range)) parts.push(part)
  return Buffer.concat(parts)
}
