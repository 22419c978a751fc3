import { expect } from 'chai'
import type { RsyncFault } from '../../../agent/rsync/rsync-fault.ts'
import { createIndexReader, createIndexWriter, done } from '../../../agent/rsync/wire-numbers.ts'
import { WireReader } from '../../../agent/rsync/wire-reader.ts'
import { failureOf } from '../../support/failure-of.ts'
import { seeded, splitter } from '../../support/random.ts'
import { frame, varint, varlong } from '../../support/rsync-sender.ts'

describe('the rsync wire reader', () => {
  it('reads numbers of every length, however the network splits them', async () => {
    const small = [0, 1, 127, 128, 255, 256, 16_383, 16_384, 65_535, 2_097_151, 2_097_152, 268_435_456, 2 ** 31 - 1]
    const long = [0, 1, -1, 255, 2 ** 24, -(2 ** 31), 2 ** 32, 2 ** 40 + 3, 2 ** 53 - 1, -(2 ** 53) + 1]
    const said = Buffer.concat([...small.map(varint), ...long.map((value) => varlong(value, 4))])

    for (let seed = 1; seed <= 20; seed += 1) {
      const reader = readerOf(splitter(seed, 9)(said))
      const readSmall = await readAll(small.length, () => reader.attempt(() => reader.varint()))
      const readLong = await readAll(long.length, () => reader.attempt(() => reader.varlong(4)))

      expect(readSmall).to.deep.equal(small)
      expect(readLong).to.deep.equal(long)
    }
  })

  it('reads ids above 2^31 unchanged', async () => {
    const reader = readerOf([Buffer.of(0xf0, 0xfd, 0xff, 0xff, 0xff)])

    const id = await reader.attempt(() => reader.varint() >>> 0)

    expect(id).to.equal(4_294_967_293)
  })

  it('rejects numbers that are too long or beyond 2^53', async () => {
    const tooLong = readerOf([Buffer.alloc(16, 0xff)])
    const tooLongLong = readerOf([Buffer.alloc(16, 0xff)])
    const tooLarge = readerOf([varlong(2n ** 60n, 3)])

    const failures = [
      await failureOf(tooLong.attempt(() => tooLong.varint())),
      await failureOf(tooLongLong.attempt(() => tooLongLong.varlong(4))),
      await failureOf(tooLarge.attempt(() => tooLarge.varlong(3))),
    ]

    expect(failures.map((failure) => (failure as RsyncFault).kind)).to.deep.equal(['refused', 'refused', 'refused'])
  })

  it('reads back file indexes in any distance and direction', async () => {
    const random = seeded(7)
    const indexes = [0, 1, 2, 254, 255, 256, 509, 33_000, 65_800, 5, 5, 2_000_000, 1, done, 7]
    for (let i = 0; i < 500; i += 1) indexes.push(Math.floor(random() * 2 ** (1 + Math.floor(random() * 30))))
    const write = createIndexWriter()
    const reader = readerOf(splitter(3, 5)(Buffer.concat(indexes.map(write))))
    const readIndex = createIndexReader(reader)

    const read = await readAll(indexes.length, () => reader.attempt(readIndex))

    expect(read).to.deep.equal(indexes)
  })

  it('joins data across frames, and passes on messages in order', async () => {
    const said = Buffer.concat([
      Buffer.from('greet'),
      frame(Buffer.from('ab')),
      frame(Buffer.from('first'), 4),
      frame(Buffer.alloc(0)),
      frame(Buffer.from('cdef')),
      frame(Buffer.from('second'), 4),
      frame(Buffer.from('g')),
    ])
    const messages: string[] = []

    const reader = readerOf(splitter(5, 3)(said), (tag, payload) => messages.push(`${tag} ${payload.toString()}`))
    const greeted = await reader.attempt(() => reader.take(5).toString())
    reader.startFrames()
    const data = await reader.attempt(() => reader.take(7).toString())
    await reader.end()

    expect([greeted, data]).to.deep.equal(['greet', 'abcdefg'])
    expect(messages).to.deep.equal(['4 first', '4 second'])
  })

  it('rejects a message longer than 64 KiB without waiting for it', async () => {
    const reader = readerOf([Buffer.of(0xff, 0xff, 0xff, 7 + 4)])
    reader.startFrames()

    const failure = await failureOf(reader.attempt(() => reader.byte()))

    expect(failure.message).to.contain('16777215 bytes')
  })

  it('reports that the server ended early', async () => {
    const reader = readerOf([Buffer.of(1, 2)])

    const failure = await failureOf(reader.attempt(() => reader.int32()))

    expect((failure as RsyncFault).kind).to.equal('ended')
  })

  it('times out on a silent server', async () => {
    const silent = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) }
    const { signal } = new AbortController()
    const reader = new WireReader(silent, { silenceMs: 5, signal, onMessage: () => undefined })

    const failure = await failureOf(reader.attempt(() => reader.byte()))

    expect((failure as RsyncFault).kind).to.equal('silent')
  })

  it('stops waiting when it is aborted', async () => {
    const silent = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) }
    const stop = new AbortController()
    const reader = new WireReader(silent, { silenceMs: 60_000, signal: stop.signal, onMessage: () => undefined })
    const waiting = failureOf(reader.attempt(() => reader.byte()))

    stop.abort(new Error('the lease is lost'))

    expect((await waiting).message).to.equal('the lease is lost')
  })
})

async function readAll(count: number, readOne: () => Promise<number>): Promise<number[]> {
  const read: number[] = []
  while (read.length < count) read.push(await readOne())
  return read
}

function readerOf(reads: Buffer[], onMessage: (tag: number, payload: Buffer) => void = () => undefined) {
  async function* source() {
    for (const read of reads) yield await Promise.resolve(read)
  }
  const { signal } = new AbortController()
  return new WireReader(source(), { silenceMs: 60_000, signal, onMessage })
}
