import { Writable } from 'node:stream'
import { expect } from 'chai'
import { sendStream } from '../../../service/http/send-stream.ts'

describe('a text stream', () => {
  async function* texts(count: number, asked: { count: number }) {
    for (; asked.count < count; asked.count++) yield 'x'.repeat(100)
  }

  it('disconnects a reader that reads nothing, and produces nothing more', async () => {
    const asked = { count: 0 }
    const stuck = new Writable({ highWaterMark: 150, write: () => undefined })

    await sendStream(stuck, texts(1_000, asked), 1)

    expect(stuck.destroyed).to.equal(true)
    expect(asked.count).to.equal(1)
  })

  it('waits for a slow reader, and ends when there is no more', async () => {
    let taken = 0
    const slow = new Writable({
      highWaterMark: 150,
      write(chunk, _encoding, done) {
        taken += chunk.length
        setImmediate(done)
      },
    })

    await sendStream(slow, texts(20, { count: 0 }), 60_000)

    expect(slow.writableEnded).to.equal(true)
    expect(taken).to.be.at.least(1_900)
  })

  it('ends immediately when its reader disconnects', async () => {
    const asked = { count: 0 }
    const gone = new Writable({ highWaterMark: 150, write: () => setImmediate(() => gone.destroy()) })

    await sendStream(gone, texts(1_000, asked), 60_000)

    expect(asked.count).to.equal(1)
  })
})
