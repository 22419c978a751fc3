import { message } from '../../../shared/messages/message.ts'
import type { TreeRequest } from '../../../shared/platforms/linux-server-options.ts'
import { DeviceFailure } from '../../device-failure.ts'
import { openConnection, type Connection } from '../../rsync/connection.ts'
import { createPathScope } from '../../rsync/path-scope.ts'
import { RsyncFault } from '../../rsync/rsync-fault.ts'
import { secludedArguments, serverCommand, type ServerRequest } from '../../rsync/server-command.ts'
import type { ExecChannel, Session } from '../../sessions/session.ts'
import { complaintsIn, endingText, isUnknownChecksum, isUnknownOption, startFailure } from './rsync-errors.ts'

export interface RsyncRunSettings {
  /** longest silence of the server */
  silenceMs: number
  /** longest time for the exit after the transfer */
  exitMs: number
  nameBytes: number
  signal: AbortSignal
  /** receives a line of the server, in-band or from its stderr */
  onText: (line: string) => void
}

/** A running rsync of the server. */
export interface RsyncRun {
  connection: Connection
  /**
   * Waits for the exit status after the transfer has ended (or the list was empty).
   * @returns 0 for a complete tree, 23 or 24 for one that lacks the reported paths
   * @throws DeviceFailure for every other exit
   */
  finish(): Promise<0 | 23 | 24>
  /** Returns the failure of the run for a protocol fault, using the server's last output. */
  explain(fault: unknown): Promise<unknown>
  /** Closes the channel immediately. */
  destroy(): void
}

/** What newer versions of rsync do on request. */
type RsyncFeatures = Pick<ServerRequest, 'errorsInBand' | 'checksum'>

const allFeatures: RsyncFeatures = { errorsInBand: true, checksum: 'xxh128' }

/**
 * Starts the server's rsync and reads its list. Starts it again with less if the server refuses an option: before 3.2.3
 * errors are sent in-band without being requested, and a server may be built without xxh128.
 * @throws DeviceFailure
 */
export async function startRsync(
  session: Session,
  request: TreeRequest,
  settings: RsyncRunSettings,
): Promise<RsyncRun> {
  let features = allFeatures
  for (;;) {
    const started = await start(session, request, settings, features)
    if ('connection' in started) return started
    features = started
  }
}

const stderrLimitBytes = 64 * 1024

/** @returns the run, or what to request from a server that refused one of these features */
async function start(
  session: Session,
  request: TreeRequest,
  settings: RsyncRunSettings,
  features: RsyncFeatures,
): Promise<RsyncRun | RsyncFeatures> {
  const paths = request.paths.map((path) => Buffer.from(path))
  const channel = await session.exec(serverCommand({ program: request.rsyncPath, sudo: request.sudo }))
  const startLines = holdLines(settings.onText)
  const ending = watchEnding(channel, { ...settings, onText: startLines.add })
  let greeted = false
  try {
    const connection = await openConnection(channel, {
      ...settings,
      secluded: secludedArguments({ paths, oneFileSystem: request.oneFileSystem, ...features }),
      checksum: features.checksum,
      filters: request.excludes.map((pattern) => `- ${pattern}`),
      limits: { entries: request.maxEntries, nameBytes: settings.nameBytes },
      isAllowed: createPathScope(paths),
      onGreeting() {
        greeted = true
        startLines.release()
      },
    })
    return { connection, ...ending, destroy: () => channel.destroy() }
  } catch (fault) {
    try {
      if (greeted || !isEnd(fault)) throw await ending.explain(fault)
      const { stderr, exit } = await ending.ended()
      const fewer = withoutRefused(features, stderr)
      if (fewer) return fewer
      startLines.release()
      throw startFailure(stderr, exit, request.sudo)
    } finally {
      channel.destroy()
    }
  }
}

/** Holds lines until they are released: a server that refuses a feature prints errors that concern no backup. */
function holdLines(onText: (line: string) => void): { add: (line: string) => void; release: () => void } {
  let held: string[] | undefined = []
  return {
    add: (line) => (held ? void held.push(line) : onText(line)),
    release() {
      const lines = held ?? []
      held = undefined
      for (const line of lines) onText(line)
    },
  }
}

/** Returns undefined if the server ended for another reason than a refused feature. */
function withoutRefused(features: RsyncFeatures, stderr: string): RsyncFeatures | undefined {
  if (features.checksum !== 'md5' && isUnknownChecksum(stderr)) return { ...features, checksum: 'md5' }
  if (features.errorsInBand && isUnknownOption(stderr)) return { errorsInBand: false, checksum: 'md5' }
  return undefined
}

function isEnd(fault: unknown): boolean {
  return fault instanceof RsyncFault && fault.kind === 'ended'
}

/** Collects the server's stderr and its exit. */
function watchEnding(channel: ExecChannel, { exitMs, onText }: RsyncRunSettings) {
  let stderr = ''
  const finished = readLines(channel.stderr, (line) => {
    if (stderr.length < stderrLimitBytes) stderr += `${line}\n`
    onText(line)
  })

  async function ended() {
    const exit = await within(exitMs, Promise.all([channel.exit, finished]))
    return { stderr, exit: exit?.[0] ?? { code: null, signal: null } }
  }

  return {
    ended,
    async finish(): Promise<0 | 23 | 24> {
      const { exit } = await ended()
      if (exit.code === 0 || exit.code === 23 || exit.code === 24) return exit.code
      throw new DeviceFailure(exit.code === null && exit.signal === null ? 'connection_lost' : 'rsync_failed', {
        step: message('step_ending_transfer'),
        expected: message('expected_transfer_status'),
        seen: [endingText(exit), complaintsIn(stderr)].join('\n'),
      })
    },
    async explain(fault: unknown): Promise<unknown> {
      if (!(fault instanceof RsyncFault)) return fault
      if (fault.kind !== 'ended') {
        channel.destroy()
        return faultFailure(fault, stderr)
      }
      const { exit } = await ended()
      const lost = exit.code === null && exit.signal === null
      return new DeviceFailure(lost ? 'connection_lost' : 'rsync_failed', {
        step: message('step_reading_tree'),
        expected: message('expected_whole_transfer'),
        seen: [fault.message, endingText(exit), complaintsIn(stderr)].join('\n'),
      })
    },
  }
}

function faultFailure(fault: RsyncFault, stderr: string): DeviceFailure {
  const step = message('step_reading_rsync_protocol')
  const seen = [complaintsIn(stderr), fault.message].filter((text) => text !== '').join('\n')
  switch (fault.kind) {
    case 'not_rsync':
      return new DeviceFailure('shell_not_clean', {
        step: message('step_waiting_for_rsync'),
        expected: message('expected_protocol_number'),
        seen,
        advice: message('advice_rsync_greeting'),
      })
    case 'too_old':
      return new DeviceFailure('rsync_too_old', {
        step,
        expected: message('expected_rsync_version', { min: 30 }),
        seen,
      })
    case 'limit':
      return new DeviceFailure('tree_too_large', {
        step: message('step_listing_tree'),
        expected: message('expected_tree_within_limits'),
        seen,
        advice: message('advice_max_entries'),
      })
    case 'silent':
      return new DeviceFailure('connection_lost', {
        step,
        expected: message('expected_server_continues'),
        seen,
        advice: message('advice_rsync_file_system'),
      })
    case 'refused':
    case 'ended':
      return new DeviceFailure('device_misbehaved', { step, expected: message('expected_rsync_protocol'), seen })
  }
}

async function readLines(source: AsyncIterable<Buffer>, onLine: (line: string) => void): Promise<void> {
  let rest = ''
  try {
    for await (const data of source) {
      const lines = (rest + data.toString('latin1')).split('\n')
      rest = (lines.pop() ?? '').slice(0, stderrLimitBytes)
      for (const line of lines) onLine(Buffer.from(line, 'latin1').toString('utf8'))
    }
  } catch {
    // The reader of the data reports a lost connection.
  }
  if (rest !== '') onLine(Buffer.from(rest, 'latin1').toString('utf8'))
}

async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
