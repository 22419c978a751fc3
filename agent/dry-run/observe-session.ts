import type { Channel, ExecChannel, Session } from '../sessions/session.ts'

/** Returns a session whose shell and commands report what the device sends, as latin1, before it is processed. */
export function observeSession(session: Session, received: (text: string) => void): Session {
  return {
    facts: session.facts,
    shell: async () => observeChannel(await session.shell(), received),
    async exec(command) {
      const channel: ExecChannel = await session.exec(command)
      return {
        ...observeChannel(channel, received),
        stderr: observed(channel.stderr, received),
        exit: channel.exit,
      }
    },
    subsystem: (name) => session.subsystem(name),
    close: () => session.close(),
  }
}

function observeChannel(channel: Channel, received: (text: string) => void): Channel {
  return {
    [Symbol.asyncIterator]: () => observed(channel, received)[Symbol.asyncIterator](),
    write: (data) => channel.write(data),
    end: () => channel.end(),
    destroy: () => channel.destroy(),
  }
}

async function* observed(source: AsyncIterable<Buffer>, received: (text: string) => void): AsyncGenerator<Buffer> {
  for await (const data of source) {
    received(data.toString('latin1'))
    yield data
  }
}
