import type { StepMessage } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import type { ShellLimits } from '../../shared/platforms/platform.ts'
import { createShape } from '../../shared/redact/describe-size.ts'
import { DeviceFailure } from '../device-failure.ts'
import type { ExecChannel } from '../sessions/session.ts'

/** What a command said on a channel of its own. */
export interface Heard {
  said: string
  /** What came on the channel for errors; its beginning. */
  complaint: string
}

/**
 * All that a command says until it ends.
 * @throws DeviceFailure as `readAll`
 */
export async function execCommand(
  channel: ExecChannel,
  step: StepMessage,
  limits: ShellLimits,
  secrets: readonly string[],
): Promise<Heard> {
  const said: string[] = []
  const { complaint } = await readAll(channel, step, limits, secrets, (piece) => {
    said.push(piece)
    return Promise.resolve()
  })
  return { said: said.join(''), complaint }
}

/**
 * Hands on what a command says as it comes, as latin1: the device waits meanwhile, and no time passes.
 * @throws DeviceFailure output_truncated for one that did not come to its own end, prompt_timeout when nothing came at all
 * @throws whatever `hear` throws
 */
export async function readAll(
  channel: ExecChannel,
  step: StepMessage,
  { idleMs, totalMs, maxBytes }: ShellLimits,
  secrets: readonly string[],
  hear: (piece: string) => Promise<void>,
): Promise<{ complaint: string }> {
  const shape = createShape()
  let complaint = ''
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
    for await (const data of channel.stderr) complaint = (complaint + count(data)).slice(0, complaintLength)
  }

  try {
    channel.end()
    const all = Promise.all([gather(), gatherComplaint(), channel.exit])
    const [, , exit] = await Promise.race([all, watch.over])
    // without a status the channel was closed in the middle: a device gives one for refusals too
    if (exit.code === null) throw fail('output_truncated', shape.end())
    return { complaint }
  } finally {
    watch.stop()
    channel.destroy()
  }
}

/** Longer complaints are cut. */
const complaintLength = 64 * 1024

/** Rejects `over` after silence, or when all time is used up; what passes in a pause does not count. */
function createWatch(idleMs: number, totalMs: number, failure: () => Error) {
  let timers: { idle: NodeJS.Timeout; total: NodeJS.Timeout } | undefined
  let isStopped = false
  let leftMs = totalMs
  let since = 0
  let end = () => undefined as void
  const over = new Promise<never>((_, reject) => (end = () => reject(failure())))
  over.catch(() => undefined) // it may come while nobody waits
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
