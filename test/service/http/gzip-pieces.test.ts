import { gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import { gzipPieces } from '../../../service/http/gzip-pieces.ts'
import { tasks } from '../../../service/workers/tasks.ts'
import { createWorkerPool } from '../../../service/workers/worker-pool.ts'
import { failureOf } from '../../support/failure-of.ts'
import { seeded } from '../../shared/repository/seeded.ts'

describe('streaming gzip', () => {
  const entry = new URL('../../../service/workers/task-thread.ts', import.meta.url)
  const pool = createWorkerPool({ size: 2, queueLimit: 10, tasks, entry })

  after(() => pool.close())

  async function gzip(pieces: Iterable<Buffer>): Promise<Buffer> {
    async function* source() {
      yield* pieces
    }
    return Buffer.concat(await Array.fromAsync(gzipPieces(pool, source())))
  }

  it('unpacks to its input: empty, text, noise, and mixtures', async () => {
    const random = seeded(51)
    const lengths = [0, 1, 100, 8_191, 8_192, 30_000, 70_000, 300_000]
    for (let round = 0; round < 20; round += 1) {
      const pieces = Array.from({ length: round }, () =>
        Buffer.concat([random.text(random.pick(lengths)), random.bytes(random.pick(lengths))]),
      )
      const whole = Buffer.concat(pieces)
      expect(gunzipSync(await gzip(pieces.map((piece) => Buffer.from(piece)))).equals(whole), `${round}`).to.equal(true)
    }
  })

  it('compresses text, and adds at most one percent to noise', async () => {
    const random = seeded(52)
    const text = await gzip([Buffer.from(random.text(400_000))])
    const noise = await gzip([random.bytes(400_000)])

    expect(text.length).to.be.below(300_000)
    expect(noise.length).to.be.below(404_000)
  })

  it('compresses for a slow reader, and stores for a fast one', async () => {
    const piece = seeded(53).text(512 * 1024)
    const whole = Buffer.concat(Array.from({ length: 60 }, () => Buffer.from(piece)))
    const lengths = []
    for (const readerMs of [0, 5]) {
      let [time, isReading] = [0, false]
      async function* source() {
        for (let at = 0; at < 60; at += 1) {
          if (isReading) time += 10 // the work on each piece
          isReading = true
          yield Buffer.from(piece)
        }
      }
      const sent: Buffer[] = []
      for await (const block of gzipPieces(pool, source(), () => time)) {
        sent.push(block)
        time += readerMs
      }
      const all = Buffer.concat(sent)
      expect(gunzipSync(all).equals(whole), `${readerMs}`).to.equal(true)
      lengths.push(all.length)
    }
    const [fast = 0, slow = 0] = lengths
    expect(slow).to.be.below(whole.length * 0.75)
    expect(fast).to.be.within(whole.length * 0.75, whole.length * 1.01)
  })

  it('ends with the error of its source, and closes a source that is not fully read', async () => {
    let isClosed = false
    async function* endless() {
      try {
        for (;;) yield Buffer.from('a piece')
      } finally {
        isClosed = true
      }
    }
    async function* broken() {
      yield Buffer.from('a piece')
      throw new Error('damaged')
    }
    for await (const piece of gzipPieces(pool, endless())) if (piece.length > 10) break

    const failure = await failureOf(Array.fromAsync(gzipPieces(pool, broken())))
    expect(isClosed).to.equal(true)
    expect(failure.message).to.equal('damaged')
  })
})
