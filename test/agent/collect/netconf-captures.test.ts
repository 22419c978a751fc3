import { expect } from 'chai'
import { summaryOf } from '../../support/captures.ts'
import {
  collectOverNetconf,
  readNetconfCaptures,
  replayNetconf,
  servedBy,
  type NetconfCapture,
} from '../../support/netconf-captures.ts'
import { junosHello } from '../../support/junos-netconf.ts'
import { serveNetconf, type NetconfServed } from '../../support/netconf-server.ts'
import { loginSecret } from '../../support/open-simulator.ts'
import { startSshSimulator } from '../../support/ssh-simulator.ts'

describe('NETCONF captures', () => {
  for (const capture of readNetconfCaptures()) {
    const { platform, device, path, collected, failure } = capture

    it(`of ${platform}: ${device}`, async () => {
      const run = await play(capture)

      expect(run.failure, path).to.equal(failure)
      expect(run.artifacts, path).to.deep.equal(collected ?? {})
      for (const words of capture.log ?? []) expect(run.log, path).to.contain(words)
      expect(run.log).to.not.contain(loginSecret)
    })
  }

  for (const bytes of [1, 7, 4096]) {
    it(`replay equally in pieces and in chunks of ${bytes} bytes`, async () => {
      for (const capture of readNetconfCaptures()) {
        const whole = await play(capture)

        const inPieces = await play(capture, { split: (said) => cutInto(said, bytes) })
        const inChunks = await play(capture, { identify: junosHello(true), chunkBytes: bytes })

        expect(inPieces, capture.path).to.deep.equal(whole)
        expect(inChunks, capture.path).to.deep.equal(whole)
      }
    })
  }

  it('replay equally over a real connection', async () => {
    for (const capture of readNetconfCaptures()) {
      expect(await playOverSsh(capture), capture.path).to.deep.equal(await play(capture))
    }
  })
})

function play(capture: NetconfCapture, changes: Partial<NetconfServed> = {}) {
  return outcomeOf(() => replayNetconf(capture, changes))
}

async function playOverSsh(capture: NetconfCapture) {
  const served = servedBy(capture)
  const simulator = await startSshSimulator({ subsystem: (_name, stream) => serveNetconf(served, stream) })
  try {
    return await outcomeOf(() => collectOverNetconf(simulator, capture.options))
  } finally {
    await simulator.close()
  }
}

async function outcomeOf(run: () => ReturnType<typeof replayNetconf>) {
  try {
    const { captured, log } = await run()
    const texts = captured.texts.map(({ raw }) => raw.toString('latin1'))
    return { artifacts: summaryOf(captured), texts, log: said(log), failure: undefined }
  } catch (error) {
    const { code, message, log } = error as Error & { code?: string; log: string[] }
    if (code === undefined) throw error
    return { artifacts: {}, texts: [], log: said([...log, message]), failure: code }
  }
}

/** Removes what differs between two runs. */
function said(log: readonly string[]): string {
  return log
    .filter((line) => !/ log_(?:connecting_ssh|ssh_established\w*|netconf_opened) /.test(line))
    .join('\n')
    .replace(/ in \d+ ms/g, '')
}

function cutInto(said: Buffer, bytes: number): Buffer[] {
  const pieces: Buffer[] = []
  for (let from = 0; from < said.length; from += bytes) pieces.push(said.subarray(from, from + bytes))
  return pieces
}
