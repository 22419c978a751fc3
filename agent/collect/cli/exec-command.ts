import type { StepMessage } from '../../../shared/messages/failure.ts'
import { message } from '../../../shared/messages/message.ts'
import type { ShellLimits } from '../../../shared/platforms/platform.ts'
import { createSizeCounter } from '../../../shared/redact/describe-size.ts'
import { DeviceFailure } from '../../device-failure.ts'
import type { ExecChannel } from '../../sessions/session.ts'

/** The output of a command on its own channel. */
export interface Heard {
  stdout: string
  /** The first 64 KiB. */
  stderr: string
}

/**
 * Runs a command to completion and returns its output, decoded as latin1.
 * @throws DeviceFailure as `readAll`
 */
export async function execCommand(
  channel: ExecChannel,
  step: StepMessage,
  limits: ShellLimits,
  secrets: readonly string[],
): Promise<Heard> {
  const stdout: string[] = []
  const { stderr } = await readAll(channel, step, limits, secrets, (piece) => {
    stdout.push(piece)
    return Promise.resolve()
  })
  return { stdout: stdout.join(''), stderr }
}

/**
 * Passes the output of a command to `hear` as it arrives, decoded as latin1. While `hear` runs, reading and the time
 * limits are paused.
 * @throws DeviceFailure output_truncated if the command did not end, prompt_timeout if it sent nothing,
 *   output_too_large
 * @throws errors of `hear`
 */
export async function readAll(
  channel: ExecChannel,
  step: StepMessage,
  { idleMs, totalMs, maxBytes }: ShellLimits,
  secrets: readonly string[],
  hear: (piece: string) => Promise<void>,
): Promise<{ stderr: string }> {
  const shape = createSizeCounter()
  let stderr = ''
  let bytes = 0
  const fail = (code: 'prompt_timeout' | 'output_truncated' | 'output_too_large', seen: string) =>
    new DeviceFailure(code, { step, expected: message('expected_whole_answer_and_end'), seen }, secrets)

  const watch = createWatch(idleMs, totalMs, () =>
    bytes > 0 ? fail('output_truncated', shape.end()) : fail('prompt_timeout', ''),
  )
  function count(data: Buffer): string {
    bytes += data.length
    if (bytes > maxBytes) throw fail('output_too_large', `more than ${maxBytes} bytes`)
    watch.refresh()
    return data.toString('latin1')
  }
  async function gather() {
    for await (const data of channel) {
      const text = count(data)
      shape.push(text)
      watch.pause()
      await hear(text)
      watch.goOn()
    }
  }
  async function gatherComplaint() {
    for await (const data of channel.stderr) stderr = (stderr + count(data)).slice(0, complaintLength)
  }

  try {
    channel.end()
    const all = Promise.all([gather(), gatherComplaint(), channel.exit])
    const [, , exit] = await Promise.race([all, watch.over])
    // Without a status the channel was closed early: devices also send a status for refusals.
    if (exit.code === null) throw fail('output_truncated', shape.end())
    return { stderr }
  } finally {
    watch.stop()
    channel.destroy()
  }
}

/** Characters. Longer error output is cut. */
const complaintLength = 64 * 1024

/** Rejects `over` after `idleMs` of silence or `totalMs` in total. Pauses do not count. */
function createWatch(idleMs: number, totalMs: number, failure: () => Error) {
  let timers: { idle: NodeJS.Timeout; total: NodeJS.Timeout } | undefined
  let isStopped = false
  let leftMs = totalMs
  let since = 0
  let end = () => undefined as void
  const over = new Promise<never>((_, reject) => (end = () => reject(failure())))
  over.catch(() => undefined) // may reject before it is awaited
  const watch = {
    over,
    refresh: () => void timers?.idle.refresh(),
    goOn() {
      if (isStopped) return
      since = performance.now()
      timers = { idle: setTimeout(end, idleMs), total: setTimeout(end, leftMs) }
    },
    pause() {
      if (!timers) return
      clearTimeout(timers.idle)
      clearTimeout(timers.total)
      timers = undefined
      leftMs -= performance.now() - since
    },
    stop() {
      watch.pause()
      isStopped = true
    },
  }
  watch.goOn()
  return watch
}
