import { collectDevice } from '../../agent/collect/collect.ts'
import type { Captured } from '../../agent/collect/captured.ts'
import type { CollectDependencies } from '../../agent/collect/device-collector.ts'
import type { JobSpec } from '../../agent/job-spec.ts'
import type { Recording } from '../../agent/sessions/replay.ts'
import type { Session } from '../../agent/sessions/session.ts'
import { platformById } from '../../shared/platforms/registry.ts'
import { type Capture, readCaptures, withFiles } from './captures.ts'
import { apiDeps } from './collect-over-api.ts'
import { enableSecret, loginSecret, testLimits } from './open-simulator.ts'
import { readRecording } from './recordings.ts'

/** What a device said over SSH: a recorded session, or answers that are known without one, or both. */
export interface SshCapture extends Capture {
  /** A recording below the platform's folder. */
  session?: string
  /** By a command that was not recorded: the recorded one that a device would answer alike. */
  asked?: Record<string, string>
  /** Said before the first prompt; one that does not end its line waits for a key. */
  greeting?: string
  /** With the blanks around it; without one the commands run on channels of their own, without a shell. */
  prompt?: string
  /** These come first, before those of the session. */
  answers?: ShellAnswer[]
  /** To what is not known. */
  refusal?: string
  /** The credential has an enable secret. */
  enable?: boolean
  /** All that is typed, in order, but for bare newlines. */
  typed?: string[]
}

interface ShellAnswer {
  /** A line as it is typed, or a single key. */
  to: string
  /** A text with its files read (`withFiles`), its line ends `\n`. */
  answer: unknown
  /** From now on. */
  prompt?: string
}

export interface SshRun {
  captured: Captured
  log: string[]
}

/** Every capture of SSH below test/fixtures, in order of their paths. */
export function readSshCaptures(): SshCapture[] {
  return readCaptures('ssh')
}

/** A capture as a recorded session. */
export function recordingOf(capture: SshCapture): Recording {
  const { session, asked = {}, greeting = '', answers = [] } = capture
  const recorded = session === undefined ? undefined : readRecording(`${capture.platform}/${session}`)
  const isWaiting = greeting !== '' && !greeting.endsWith('\n')
  const composed = composedAnswers(capture, answers)
  const alike = Object.entries(asked).map(([sent, as]) => {
    const said = recorded?.exchanges.find((exchange) => exchange.sent === as)?.said.toString('latin1')
    if (said === undefined) throw new Error(`${capture.path}: nobody recorded ${as}`)
    return { sent, said: Buffer.from(said.startsWith(as) ? sent + said.slice(as.length) : said, 'latin1') }
  })
  return {
    greeting: recorded?.greeting ?? onTheWire(`${greeting}${isWaiting ? '' : (capture.prompt ?? '')}`),
    exchanges: [...hangingUp(capture), ...composed, ...alike, ...(recorded?.exchanges ?? [])],
  }
}

/** A run over SSH on a device that is trusted, the whole way from the job to what is kept of it. */
export async function collectOverSsh(
  openSsh: CollectDependencies['openSsh'],
  capture: Pick<SshCapture, 'platform' | 'options' | 'enable'>,
  changes: Partial<CollectDependencies> = {},
): Promise<SshRun> {
  const log: string[] = []
  const dependencies = apiDeps(log, {
    openSsh,
    judge: () => Promise.resolve('approved'),
    shellLimits: testLimits,
    ...changes,
  })
  try {
    return { captured: await collectDevice(sshOrder(capture), dependencies), log }
  } catch (failure) {
    throw Object.assign(failure as Error, { log })
  }
}

/** The session with its shells and commands ended, or silent, after so many bytes in all. */
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
      const said = async function* () {
        yield* cut(channel)
        isRead()
      }
      // of a command whose channel was closed in the middle nobody says how it ended
      const exit = read.then(() => (left > 0 ? channel.exit : { code: null, signal: null }))
      return { ...channel, exit, [Symbol.asyncIterator]: said }
    },
  }
}

/** A job over SSH alone, on a device that is trusted when it is asked about. */
export function sshOrder({ platform, options, enable }: Pick<SshCapture, 'platform' | 'options' | 'enable'>): JobSpec {
  const credential = { username: 'backup', password: loginSecret, ...(enable ? { enable_secret: enableSecret } : {}) }
  return {
    jobId: 'job',
    leaseId: '01930000-1111-7222-8333-444455556666',
    kind: 'backup',
    device: { id: 'device', name: 'edge-1', platform, host: '127.0.0.1', ports: { ssh: 22, api: 443 }, options },
    transports: ['ssh'],
    credentials: { ssh: credential },
    addressApproved: true,
    approved: { ssh: [], api: [] },
    rejected: [],
    posture: 'strict',
  }
}

/** On a shell with the echo in front and the prompt behind; a key has no echo. */
function composedAnswers(capture: SshCapture, answers: ShellAnswer[]): Recording['exchanges'] {
  return answers.map(({ to, answer, prompt = capture.prompt }) => {
    const text = withFiles(answer, capture)
    if (typeof text !== 'string') throw new Error(`${capture.path}: the answer to ${to} is no text`)
    const whole = text === '' || text.endsWith('\n') ? text : `${text}\n`
    if (prompt === undefined) return { sent: to, said: Buffer.from(text, 'latin1') }
    return { sent: to, said: onTheWire(to.length === 1 ? `${whole}\n${prompt}` : `${to}\n${whole}${prompt}`) }
  })
}

/** To a goodbye a device is gone, whatever it says before. */
function hangingUp({ platform }: SshCapture): Recording['exchanges'] {
  const ssh = platformById(platform)?.ssh
  return ssh && 'logout' in ssh ? [{ sent: ssh.logout, said: Buffer.alloc(0) }] : []
}

function onTheWire(text: string): Buffer {
  return Buffer.from(text.replace(/(?<!\r)\n/g, '\r\n'), 'latin1')
}
