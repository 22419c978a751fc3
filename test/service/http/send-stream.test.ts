import { Writable } from 'node:stream'
import { expect } from 'chai'
import { sendStream } from '../../../service/http/send-stream.ts'

describe('a stream of texts', () => {
  async function* texts(count: number, asked: { count: number }) {
    for (; asked.count < count; asked.count++) yield 'x'.repeat(100)
  }

  it('lets a reader go who takes nothing, and makes nothing more for him', async () => {
    const asked = { count: 0 }
    const stuck = new Writable({ highWaterMark: 150, write: () => undefined })

    await sendStream(stuck, texts(1_000, asked), 1)

    expect(stuck.destroyed).to.equal(true)
    expect(asked.count).to.equal(1)
  })

  it('waits for one who is slow, and ends when there is no more', async () => {
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

  it('ends at once when its reader disconnects', async () => {
    const asked = { count: 0 }
    const gone = new Writable({ highWaterMark: 150, write: () => setImmediate(() => gone.destroy()) })

    await sendStream(gone, texts(1_000, asked), 60_000)

    expect(asked.count).to.equal(1)
  })
})
