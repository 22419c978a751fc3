import { expect } from 'chai'
import { openReplay } from '../../../agent/sessions/replay.ts'
import type { Session } from '../../../agent/sessions/session.ts'
import { openSsh } from '../../../agent/sessions/ssh.ts'
import { startIosSimulator } from '../../support/ios-simulator.ts'
import { targetOf } from '../../support/open-simulator.ts'
import { readRecording } from '../../support/recordings.ts'

const recording = readRecording('netco_iosxe/oxidized/ios#C9800-L-F-K9_17.06.05#simulation.yaml')
const version = recording.exchanges.find(({ sent }) => sent === 'show version')?.received.toString('latin1') ?? ''

const kinds = {
  'over ssh': async () => {
    const simulator = await startIosSimulator({ recording, version })
    return { session: await openSsh(targetOf(simulator), new AbortController().signal), end: () => simulator.close() }
  },
  'of a recording': () => Promise.resolve({ session: openReplay(recording), end: () => Promise.resolve() }),
}

for (const [kind, open] of Object.entries(kinds)) {
  describe(`a session ${kind}`, () => {
    let session: Session
    let end: () => Promise<void>

    beforeEach(async () => {
      ;({ session, end } = await open())
    })

    afterEach(async () => {
      await session.close()
      await end()
    })

    it('returns the greeting, then the output of each line, byte for byte', async () => {
      const shell = await session.shell()
      const reader = shell[Symbol.asyncIterator]()

      const greeting = await readUntil(reader, recording.greeting.toString('latin1'))
      shell.write('show version\n')
      const answer = await readUntil(reader, version)

      expect(greeting).to.equal('OXIDIZED-WLC1#')
      expect(answer).to.equal(version)
    })

    it('reads to the end when the device disconnects', async () => {
      const shell = await session.shell()

      shell.write('exit\n')
      const said = await readAll(shell)

      expect(said).to.equal('OXIDIZED-WLC1#')
    })

    it('runs one command without a shell and reports its exit', async () => {
      const channel = await session.exec('show version')

      const [said, complaints, exit] = await Promise.all([readAll(channel), readAll(channel.stderr), channel.exit])

      expect(said).to.equal(version)
      expect(complaints).to.equal('')
      expect(exit).to.deep.equal({ code: 0, signal: null })
    })

    it('stops reading a channel that is destroyed', async () => {
      const shell = await session.shell()

      shell.destroy()
      await readAll(shell)
    })

    it('can be closed twice', async () => {
      await session.close()
      await session.close()
    })
  })
}

async function readUntil(reader: AsyncIterator<Buffer>, wanted: string): Promise<string> {
  let text = ''
  while (text.length < wanted.length) {
    const { value, done } = await reader.next()
    if (done) break
    text += value.toString('latin1')
  }
  return text
}

async function readAll(channel: AsyncIterable<Buffer>): Promise<string> {
  let text = ''
  for await (const data of channel) text += data.toString('latin1')
  return text
}
