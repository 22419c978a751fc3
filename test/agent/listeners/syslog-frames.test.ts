import { expect } from 'chai'
import { createSyslogFrames } from '../../../agent/listeners/syslog-frames.ts'

describe('syslog over TCP', () => {
  const framings: [string, string, string[]][] = [
    ['by line feeds', '<13>one\n<13>two\n', ['<13>one', '<13>two']],
    ['by lengths', '7 <13>one8 <13>two\n', ['<13>one', '<13>two\n']],
    ['by both, one after the other', '7 <13>one<13>two\n', ['<13>one', '<13>two']],
    ['without empty lines', '<13>one\n\n\n<13>two\n', ['<13>one', '<13>two']],
  ]

  for (const [name, stream, messages] of framings)
    it(`is split ${name}, wherever the segments end`, () => {
      for (let size = 1; size <= stream.length; size++)
        expect(split(stream, size), `segments of ${size}`).to.deep.equal(messages)
    })

  for (const [name, long] of [
    ['a line', `${'x'.repeat(20_000)}\n`],
    ['a frame', `20000 ${'x'.repeat(20_000)}`],
  ] as const)
    it(`cuts ${name} that is too long, and continues with the next message`, () => {
      const messages = split(`${long}<13>next\n`, 1_000)

      expect(messages.map((message) => message.length)).to.deep.equal([8_192, 8])
    })

  function split(stream: string, size: number): string[] {
    const messages: string[] = []
    const take = createSyslogFrames((message) => void messages.push(message.toString()))
    for (let at = 0; at < stream.length; at += size) take(Buffer.from(stream.slice(at, at + size)))
    return messages
  }
})
