import type { StepMessage } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import type { ShellLimits } from '../../shared/platforms/platform.ts'
import type { RunLog } from '../collect/captured.ts'
import { messageWords, describeSize } from '../../shared/redact/describe-size.ts'
import { DeviceFailure } from '../device-failure.ts'
import { quoteOutput } from '../quote-output.ts'
import { createChannelSource } from '../sessions/channel-source.ts'
import { openScpFile, ScpRefused, type ScpFile } from '../sessions/scp.ts'
import type { Session } from '../sessions/session.ts'
import type { BigipCommands } from './lbco_bigip-commands.ts'

/**
 * Reads a file of a BIG-IP by SCP. For accounts with the advanced shell that may not use SCP, reads it with `cat`,
 * whose output is the same on a channel without a terminal.
 * @param path of a file created by this program; it needs no quoting
 * @throws ScpRefused, DeviceFailure
 */
export async function openBigipFile(
  session: Session,
  commands: BigipCommands,
  path: string,
  { limits, log }: { limits: Pick<ShellLimits, 'idleMs' | 'maxBytes'>; log: RunLog },
): Promise<ScpFile> {
  try {
    return await openScpFile(session, path, limits)
  } catch (error) {
    if (!(error instanceof ScpRefused) || commands.landsIn === 'tmsh') throw error
    log('info', message('log_scp_refused', { seen: quoteOutput(error.message) }))
    return openByCat(session, commands, path, limits)
  }
}

async function openByCat(
  session: Session,
  commands: BigipCommands,
  path: string,
  { idleMs, maxBytes }: Pick<ShellLimits, 'idleMs' | 'maxBytes'>,
): Promise<ScpFile> {
  const step = message('step_reading_file', { path })
  const { stdout, words } = await commands.bash(`stat -L -c %s ${path}`, { step })
  if (!/^\d{1,15}\s*$/.test(stdout)) throw new ScpRefused(messageWords(words) || describeSize(words))
  const sizeBytes = Number(stdout)
  if (sizeBytes > maxBytes) {
    const expected = message('expected_max_bytes', { limit: maxBytes })
    throw new DeviceFailure('output_too_large', { step, expected, seen: `${sizeBytes} bytes` })
  }
  return { sizeBytes, bytes: catBytes(session, path, { step, sizeBytes, idleMs }) }
}

const pieceBytes = 64 * 1024

async function* catBytes(
  session: Session,
  path: string,
  { step, sizeBytes, idleMs }: { step: StepMessage; sizeBytes: number; idleMs: number },
): AsyncGenerator<Buffer> {
  const channel = await session.exec(`cat ${path}`)
  const source = createChannelSource(channel, step, idleMs)
  try {
    channel.end()
    let bytes = 0
    for (let piece = await source.some(pieceBytes); piece; piece = await source.some(pieceBytes)) {
      bytes += piece.length
      if (bytes > sizeBytes) break
      yield piece
    }
    if (bytes === sizeBytes) return
    const seen = `${bytes} bytes. ${messageWords(source.complaint())}`
    throw new DeviceFailure('output_truncated', {
      step,
      expected: message('expected_bytes', { size: sizeBytes }),
      seen,
    })
  } finally {
    channel.destroy()
  }
}
