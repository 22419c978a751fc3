import type { StepMessage } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import { DeviceFailure } from '../device-failure.ts'
import { knownWords, messageWords, describeSize } from '../../shared/redact/describe-size.ts'
import { type ChannelSource, createChannelSource } from './channel-source.ts'
import type { ExecChannel, Session } from './session.ts'

/** A file that the device offers. */
export interface ScpFile {
  sizeBytes: number
  /** Must be read once. Ends after exactly `sizeBytes`, or throws DeviceFailure. Ending early closes the channel. */
  bytes: AsyncIterable<Buffer>
}

export interface ScpLimits {
  /** Longest silence, before and within the file. */
  idleMs: number
  /** Maximum size of the file. */
  maxBytes: number
}

/** The device does not support SCP or refuses the file. Contains the device's error message. */
export class ScpRefused extends Error {
  constructor(words: string) {
    super(words)
    this.name = 'ScpRefused'
  }
}

/**
 * Requests one file by the legacy SCP protocol, as the receiver: `scp -f` in its own channel, a control line `C0644
 * SIZE NAME`, the bytes, and a zero byte from both sides after each part (OpenSSH 8, scp.c).
 * @param path absolute; quoted here for a shell
 * @throws ScpRefused, DeviceFailure prompt_timeout, output_too_large, connection_lost
 */
export async function openScpFile(session: Session, path: string, limits: ScpLimits): Promise<ScpFile> {
  const channel = await session.exec(`scp -f ${quoted(path)}`)
  const step = message('step_fetching_by_scp', { path })
  const source = createChannelSource(channel, step, limits.idleMs)
  try {
    channel.write(ok)
    const line = await controlLine(source)
    const [, size] = /^C[0-7]{4} (\d{1,15}) [^/\n]+$/.exec(line) ?? []
    if (size === undefined) throw new ScpRefused(await wordsOf(line, source))
    const sizeBytes = Number(size)
    if (sizeBytes > limits.maxBytes) {
      const expected = message('expected_max_bytes', { limit: limits.maxBytes })
      throw new DeviceFailure('output_too_large', { step, expected, seen: `${sizeBytes} bytes` })
    }
    return { sizeBytes, bytes: receive(channel, source, sizeBytes, step) }
  } catch (error) {
    channel.destroy()
    throw error
  }
}

/**
 * Sends a file by the legacy SCP protocol, as the sender: `scp -t`. Resolves when the device has confirmed the complete
 * file.
 * @param path absolute; an existing file is overwritten
 * @throws ScpRefused, DeviceFailure prompt_timeout, connection_lost
 */
export async function sendScpFile(session: Session, path: string, bytes: Buffer, idleMs: number): Promise<void> {
  const channel = await session.exec(`scp -t ${quoted(path)}`)
  const source = createChannelSource(channel, message('step_sending_by_scp', { path }), idleMs)
  const agreed = async () => {
    const status = await source.byte()
    if (status === 0) return
    const line = status === undefined ? '' : String.fromCharCode(status) + (await controlLine(source))
    throw new ScpRefused(await wordsOf(line, source))
  }
  try {
    await agreed()
    channel.write(`C0600 ${bytes.length} ${path.slice(path.lastIndexOf('/') + 1)}\n`)
    await agreed()
    channel.write(bytes)
    channel.write(ok)
    await agreed()
    channel.end()
  } finally {
    channel.destroy()
  }
}

const ok = Buffer.alloc(1)

/** Longer error messages are cut. */
const wordsLength = 2_000

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}

async function controlLine(source: ChannelSource): Promise<string> {
  let line = ''
  for (;;) {
    const byte = await source.byte()
    if (byte === undefined || byte === newline || line.length >= wordsLength) return line
    line += String.fromCharCode(byte)
  }
}

const newline = 0x0a

const warning = String.fromCharCode(1)
const error = String.fromCharCode(2)

/** Messages of shells and accounts without SCP. */
const scpRefusals = [
  /\b(?:command not found|not found|permission denied|not (?:currently )?available|not allowed|syntax error|unexpected|only users|may not|refused|error)\b/i,
]

/** Returns the message of a line: warnings and errors begin with bytes one and two; other output is not SCP. */
async function wordsOf(line: string, source: ChannelSource): Promise<string> {
  if (line.startsWith(warning) || line.startsWith(error)) return messageWords(line.slice(1)) || describeSize(line)
  let words = line
  for (let piece = await source.some(wordsLength); piece; piece = await source.some(wordsLength)) {
    if (words.length < wordsLength) words += `\n${piece.toString()}`
  }
  const output = [words, source.complaint()].join('\n').trim()
  return knownWords(output, scpRefusals)
}

async function* receive(
  channel: ExecChannel,
  source: ChannelSource,
  sizeBytes: number,
  step: StepMessage,
): AsyncGenerator<Buffer, undefined> {
  const cut = (seen: string) =>
    new DeviceFailure('output_truncated', {
      step,
      expected: message('expected_bytes_and_end', { size: sizeBytes }),
      seen,
    })
  try {
    channel.write(ok)
    let left = sizeBytes
    while (left > 0) {
      const piece = await source.some(left)
      if (!piece) throw cut(`the end after ${sizeBytes - left} bytes. ${messageWords(source.complaint())}`)
      left -= piece.length
      yield piece
    }
    const status = await source.byte()
    // the device could not read the whole file
    if (status !== 0) throw cut(status === undefined ? 'the end' : messageWords(await controlLine(source)))
    channel.write(ok)
    channel.end()
  } finally {
    channel.destroy()
  }
  return undefined
}
