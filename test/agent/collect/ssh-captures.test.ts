import { expect } from 'chai'
import { openReplay } from '../../../agent/sessions/replay.ts'
import { openSsh } from '../../../agent/sessions/ssh.ts'
import { platformById, platforms } from '../../../shared/platforms/registry.ts'
import { summaryOf } from '../../support/captures.ts'
import { enableSecret, loginSecret, targetOf } from '../../support/open-simulator.ts'
import { splitter } from '../../support/random.ts'
import {
  collectOverSsh,
  cutSession,
  readSshCaptures,
  recordingOf,
  type SshCapture,
} from '../../support/ssh-captures.ts'
import { recordedExec, recordedShell, startSshSimulator } from '../../support/ssh-simulator.ts'

describe('SSH captures', () => {
  for (const capture of readSshCaptures()) {
    const { platform, device, path, collected, failure } = capture

    it(`of ${platform}: ${device}, however the network splits it`, async () => {
      for (let seed = 0; seed < 4; seed++) {
        const run = await replay(capture, seed)

        expect(run.failure, path).to.equal(failure)
        expect(run.artifacts, path).to.deep.equal(collected ?? {})
        for (const words of capture.log ?? []) expect(run.log, path).to.contain(words)
        for (const secret of [loginSecret, enableSecret]) expect(run.log, path).to.not.contain(secret)
        if (capture.typed) expect(run.typed, path).to.deep.equal(capture.typed)
        const { lines, text } = wordsOf(capture)
        const unsaid = run.lines.find((line) => !lines.has(line) && !text.includes(line))
        expect(unsaid, `${path}: a line that the device never said`).to.equal(undefined)
      }
    })
  }

  it('replay equally over a real connection', async () => {
    for (const capture of onePerPlatform()) {
      const replayed = await replay(capture, 1)

      const run = await overSsh(capture)

      expect({ ...run, typed: [], log: '' }, capture.path).to.deep.equal({ ...replayed, typed: [], log: '' })
    }
  })

  it('cover each platform that is collected over SSH as text', () => {
    const shown = new Set(readSshCaptures().map(({ platform }) => platform))

    for (const id of shown) expect(platformById(id)?.transports, id).to.include('ssh')
  })

  it('belong to platforms that can check each artifact for completeness', () => {
    for (const { id, ssh } of platforms) {
      for (const [key, artifact] of Object.entries(ssh && 'artifacts' in ssh ? ssh.artifacts : {})) {
        const knows = artifact.lastLine ?? artifact.requiredLines ?? artifact.wholeAccount ?? artifact.inspect
        expect(knows, `${id} ${key}`).to.not.equal(undefined)
      }
    }
  })

  for (const then of ['ends', 'falls silent'] as const) {
    it(`yield no partial version when the connection ${then} at any point`, async () => {
      for (const capture of onePerPlatform()) {
        const whole = await collectOverSsh(
          () => Promise.resolve(openReplay(recordingOf(capture), refusing(capture))),
          capture,
        )
        const texts = new Map(whole.captured.texts.map(({ key, raw }) => [key, raw]))
        const total = recordingOf(capture).exchanges.reduce((sum, { received }) => sum + received.length, 0)
        const step = Math.max(200, Math.floor(total / (then === 'ends' ? 60 : 12)))
        for (let bytes = 0; bytes < total; bytes += step) {
          const session = cutSession(openReplay(recordingOf(capture), refusing(capture)), bytes, then)
          const limits = then === 'ends' ? {} : { promptMs: 30, idleMs: 30 }
          try {
            const { captured } = await collectOverSsh(() => Promise.resolve(session), capture, { shellLimits: limits })

            for (const { key, raw } of captured.texts) {
              expect(raw.equals(texts.get(key) ?? Buffer.alloc(0)), `${capture.path}, ${key} at ${bytes}`).to.equal(
                true,
              )
            }
          } catch (error) {
            const { code, message } = error as Error & { code?: string }
            expect(code, `${capture.path} at ${bytes}: ${message}`).to.be.oneOf([
              'connection_lost',
              'prompt_timeout',
              'output_truncated',
            ])
          }
        }
      }
    })
  }
})

interface Run {
  artifacts: ReturnType<typeof summaryOf>
  lines: string[]
  failure?: string
  typed: string[]
  log: string
}

async function replay(capture: SshCapture, seed: number): Promise<Run> {
  const typed: string[] = []
  const onSent = (line: string) => void (line !== '' && typed.push(line))
  const session = openReplay(recordingOf(capture), {
    ...refusing(capture),
    split: seed === 0 ? undefined : splitter(seed, 200),
    onSent,
  })
  return runOf(capture, typed, () => Promise.resolve(session))
}

async function overSsh(capture: SshCapture): Promise<Run> {
  const recording = recordingOf(capture)
  const options = { ...refusing(capture), split: splitter(3) }
  const simulator = await startSshSimulator({
    shell: recordedShell(recording, options),
    exec: recordedExec(recording, options),
  })
  try {
    return await runOf(capture, simulator.commandsSeen, (target, signal) =>
      openSsh({ ...targetOf(simulator), trust: target.trust }, signal),
    )
  } finally {
    await simulator.close()
  }
}

async function runOf(capture: SshCapture, typed: string[], open: Parameters<typeof collectOverSsh>[0]): Promise<Run> {
  try {
    const { captured, log } = await collectOverSsh(open, capture)
    const lines = captured.texts.flatMap(({ raw }) => raw.toString('latin1').split('\n'))
    return { artifacts: summaryOf(captured), lines, log: log.join('\n'), failure: undefined, typed }
  } catch (error) {
    const { code, message, log } = error as Error & { code?: string; log: string[] }
    if (code === undefined) throw error
    return { artifacts: {}, lines: [], log: [...log, message].join('\n'), failure: code, typed }
  }
}

function refusing({ refusal }: SshCapture): { refusal?: string } {
  return refusal === undefined ? {} : { refusal }
}

/** Returns the entire output of a capture's device, as text and as lines. */
function wordsOf(capture: SshCapture): { lines: Set<string>; text: string } {
  const said = recordingOf(capture).exchanges.map((exchange) => exchange.received.toString('latin1'))
  const text = said
    .join('\n')
    .replace(/\r+ *\r/g, '')
    .replace(/\r+\n/g, '\n')
  return { lines: new Set(text.split('\n')), text }
}

/** Returns each platform's longest successful capture: what breaks it here breaks a real device. */
function onePerPlatform(): SshCapture[] {
  const linesIn = ({ collected = {} }: SshCapture) =>
    Object.values(collected).reduce(
      (sum, kept) => sum + (typeof kept === 'object' && 'lines' in kept ? kept.lines : 0),
      0,
    )
  const healthy = readSshCaptures().filter(({ failure }) => failure === undefined)
  return [
    ...new Map(healthy.sort((a, b) => linesIn(a) - linesIn(b)).map((capture) => [capture.platform, capture])).values(),
  ]
}
