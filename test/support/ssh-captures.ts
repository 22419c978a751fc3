import type { CollectDependencies } from '../../agent/collect/device-collector.ts'
import type { JobSpec } from '../../agent/job-spec.ts'
import type { Recording } from '../../agent/sessions/replay.ts'
import type { Session } from '../../agent/sessions/session.ts'
import { platformById } from '../../shared/platforms/registry.ts'
import { type Capture, readCaptures, withFiles } from './captures.ts'
import { type CollectedRun, collectJob, jobSpec } from './collect-over-api.ts'
import { enableSecret, loginSecret, testLimits } from './open-simulator.ts'
import { readRecording } from './recordings.ts'

/** The recorded output of a device over SSH: a session, separate answers, or both. */
export interface SshCapture extends Capture {
  /** A recording below the platform's folder. */
  session?: string
  /** Maps a command without a recording to a recorded one with the same output. */
  asked?: Record<string, string>
  /** Sent before the first prompt; one without a line end waits for a key. */
  greeting?: string
  /** Includes blanks around it; if absent, the commands run on their own channels, without a shell. */
  prompt?: string
  /** These take precedence over those of the session. */
  answers?: ShellAnswer[]
  /** The reply to unknown commands. */
  refusal?: string
  /** Whether the credential has an enable secret. */
  enable?: boolean
  /** All expected input in order, except for bare newlines. */
  typed?: string[]
}

interface ShellAnswer {
  /** A typed line, or a single key. */
  to: string
  /** A text with its files read (`withFiles`), its line ends `\n`. */
  answer: unknown
  /** The prompt from now on. */
  prompt?: string
}

/** Returns every SSH capture below test/fixtures, sorted by path. */
export function readSshCaptures(): SshCapture[] {
  return readCaptures('ssh')
}

/** Returns a capture as a recorded session. */
export function recordingOf(capture: SshCapture): Recording {
  const { session, asked = {}, greeting = '', answers = [] } = capture
  const recorded = session === undefined ? undefined : readRecording(`${capture.platform}/${session}`)
  const isWaiting = greeting !== '' && !greeting.endsWith('\n')
  const composed = composedAnswers(capture, answers)
  const alike = Object.entries(asked).map(([sent, as]) => {
    const output = recorded?.exchanges.find((exchange) => exchange.sent === as)?.received.toString('latin1')
    if (output === undefined) throw new Error(`${capture.path}: no recording of ${as}`)
    return { sent, received: Buffer.from(output.startsWith(as) ? sent + output.slice(as.length) : output, 'latin1') }
  })
  return {
    greeting: recorded?.greeting ?? onTheWire(`${greeting}${isWaiting ? '' : (capture.prompt ?? '')}`),
    exchanges: [...hangingUp(capture), ...composed, ...alike, ...(recorded?.exchanges ?? [])],
  }
}

/** Executes a run over SSH on a trusted device, from the job to what is stored. */
export function collectOverSsh(
  openSsh: CollectDependencies['openSsh'],
  capture: Pick<SshCapture, 'platform' | 'options' | 'enable'>,
  changes: Partial<CollectDependencies> = {},
): Promise<CollectedRun> {
  const checkFingerprint = () => Promise.resolve('approved' as const)
  return collectJob(sshOrder(capture), { openSsh, checkFingerprint, shellLimits: testLimits, ...changes })
}

/** Returns the session with its shells and commands ended, or silent, after this many bytes in total. */
export function cutSession(session: Session, bytes: number, then: 'ends' | 'falls silent'): Session {
  let left = bytes
  const cut = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const data of source) {
      const piece = data.subarray(0, left)
      left -= piece.length
      if (piece.length > 0) yield piece
      if (piece.length === data.length) continue
      if (then === 'falls silent') await new Promise(() => undefined)
      return
    }
  }
  return {
    ...session,
    async shell() {
      const channel = await session.shell()
      return { ...channel, [Symbol.asyncIterator]: () => cut(channel) }
    },
    async exec(command) {
      const channel = await session.exec(command)
      let isRead = () => undefined as void
      const read = new Promise<void>((resolve) => (isRead = resolve))
      const output = async function* () {
        yield* cut(channel)
        isRead()
      }
      // a command whose channel was closed early has no exit status
      const exit = read.then(() => (left > 0 ? channel.exit : { code: null, signal: null }))
      return { ...channel, exit, [Symbol.asyncIterator]: output }
    },
  }
}

/** Returns a job over SSH, for a device that is trusted when the service is asked. */
export function sshOrder({ platform, options, enable }: Pick<SshCapture, 'platform' | 'options' | 'enable'>): JobSpec {
  const credential = { username: 'backup', password: loginSecret, ...(enable ? { enable_secret: enableSecret } : {}) }
  return jobSpec(platform, { transport: 'ssh', credential, port: 22, options })
}

/** For a shell, with the echo before and the prompt behind; a key has no echo. */
function composedAnswers(capture: SshCapture, answers: ShellAnswer[]): Recording['exchanges'] {
  return answers.map(({ to, answer, prompt = capture.prompt }) => {
    const text = withFiles(answer, capture)
    if (typeof text !== 'string') throw new Error(`${capture.path}: the answer to ${to} is no text`)
    const whole = text === '' || text.endsWith('\n') ? text : `${text}\n`
    if (prompt === undefined) return { sent: to, received: Buffer.from(text, 'latin1') }
    return { sent: to, received: onTheWire(to.length === 1 ? `${whole}\n${prompt}` : `${to}\n${whole}${prompt}`) }
  })
}

/** A device closes the connection on logout, whatever it prints before. */
function hangingUp({ platform }: SshCapture): Recording['exchanges'] {
  const ssh = platformById(platform)?.ssh
  return ssh && 'logout' in ssh ? [{ sent: ssh.logout, received: Buffer.alloc(0) }] : []
}

function onTheWire(text: string): Buffer {
  return Buffer.from(text.replace(/(?<!\r)\n/g, '\r\n'), 'latin1')
}
