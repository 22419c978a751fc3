import { message } from '../../../shared/messages/message.ts'
import { expect } from 'chai'
import { createNetconfFrames } from '../../../agent/sessions/netconf-frames.ts'
import { failureOf } from '../../support/failure-of.ts'
import { fixture } from '../../support/recordings.ts'

const marked = fixture('routeco_junos/netconf-streams/scrapligo-stream-junos-getoperational-components-fail.txt')
// The recording ends one byte before the end of the last mark.
const chunked = Buffer.concat([
  fixture('netco_iosxe/netconf-streams/scrapligo-stream-lock-unlock-simple.txt'),
  Buffer.from('\n'),
])

describe('NETCONF messages', () => {
  for (const bytes of [1, 7, 4096]) {
    it(`are split at end marks of a recorded session in pieces of ${bytes} bytes`, async () => {
      const frames = createNetconfFrames(inPieces(marked, bytes))

      const messages = [await next(frames), await next(frames), await next(frames), await next(frames)]

      expect(messages.map((one) => /<(?:nc:)?([\w-]+)[ >]/.exec(one.replace(/<\?.*\?>/, ''))?.[1])).to.deep.equal([
        'hello',
        'hello',
        'rpc',
        'rpc-reply',
      ])
      expect(messages[3]?.trimEnd()).to.match(/<\/nc:rpc-reply>$/)
    })

    it(`are joined from chunks of a recorded session in pieces of ${bytes} bytes`, async () => {
      const frames = createNetconfFrames(inPieces(chunked, bytes))
      const identify = await next(frames)
      const own = await next(frames) // its terminal echoed the input
      frames.useChunks()

      const messages: string[] = []
      for (let count = 0; count < 5; count++) messages.push(await next(frames))

      expect(identify).to.contain('<session-id>')
      expect(own).to.contain('<hello')
      expect(messages.map((one) => /message-id="(\d+)"/.exec(one)?.[1])).to.deep.equal([
        '101',
        '101',
        '101',
        '102',
        '102',
      ])
      expect(messages[2]).to.contain('<ok/></rpc-reply>')
    })

    it(`may contain the end mark and split characters in chunks, in pieces of ${bytes} bytes`, async () => {
      const frames = createNetconfFrames(
        inPieces(Buffer.from('\n#4\na]]>\n#4\n]]>\xc3\n#2\n\xa9b\n##\n\n#1\nc\n##\n', 'latin1'), bytes),
      )
      frames.useChunks()

      const messages = [await next(frames), await next(frames)]

      expect(messages).to.deep.equal(['a]]>]]>\xc3\xa9b', 'c'])
    })
  }

  it('are read back as they were sent', async () => {
    for (const text of ['<rpc>é]]</rpc>', '<rpc/>']) {
      const plain = createNetconfFrames(inPieces(Buffer.alloc(0), 1))
      const inChunks = createNetconfFrames(inPieces(Buffer.alloc(0), 1))
      inChunks.useChunks()
      const again = createNetconfFrames(inPieces(Buffer.from(inChunks.framed(text)), 3))
      again.useChunks()

      expect(Buffer.from(await next(again), 'latin1').toString('utf8')).to.equal(text)
      expect(await next(createNetconfFrames(inPieces(Buffer.from(plain.framed('<a/>')), 3)))).to.equal('<a/>')
    }
  })

  it('are sent with nothing after their end mark, where the next message begins', () => {
    const frames = createNetconfFrames(inPieces(Buffer.alloc(0), 1))

    const identify = frames.framed('<hello/>')
    frames.useChunks()

    expect(identify + frames.framed('<rpc/>')).to.equal('<hello/>]]>]]>\n#6\n<rpc/>\n##\n')
  })

  for (const said of ['\n#0\n', '\n#x\n', '\n#123456789012\n', '<rpc-reply>', '\n#4 \nabcd', ' '.repeat(40)]) {
    it(`are rejected as chunks when they begin with ${JSON.stringify(said)}`, async () => {
      const frames = createNetconfFrames(inPieces(Buffer.from(said), 1))
      frames.useChunks()

      expect(await failureOf(next(frames))).to.include({ code: 'protocol_error' })
    })
  }
})

function inPieces(said: Buffer, bytes: number): () => Promise<Buffer> {
  let from = 0
  return () => {
    if (from >= said.length) return Promise.reject(new Error('nothing more comes'))
    const piece = said.subarray(from, from + bytes)
    from += bytes
    return Promise.resolve(piece)
  }
}

async function next(frames: ReturnType<typeof createNetconfFrames>): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of frames.message(message('step_reading', { artifact: 'a message' }))) pieces.push(piece)
  return Buffer.concat(pieces).toString('latin1')
}
