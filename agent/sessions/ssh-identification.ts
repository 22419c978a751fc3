import type { StepMessage } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import { DeviceFailure } from '../device-failure.ts'
import { identifyServer, isForeign, isLoginPrompt } from './foreign-server.ts'
import type { Connection } from './ssh-channel.ts'

/** Number of final bytes in which a login prompt is detected. */
const promptLength = 80

/** Coffer's name in its identification to devices. */
export const clientSoftware = 'Coffer'

/** Limit for all lines before an identification (RFC 4253 §4.2). */
const maxBytes = 64 * 1024

/** A login prompt must remain the last output for this time: a greeting may contain similar words. */
const promptGraceMs = 2_000

/**
 * Exchanges identifications (RFC 4253 §4.2) and returns the server's software. The identification is put back for the
 * protocol to read. ssh2's own exchange loses bytes of an identification that arrives in more than two packets, and
 * does not identify servers of other protocols (tested with 1.17.0).
 * @throws DeviceFailure protocol_error for another kind of server or a silent one; connection_lost if it closes the
 *   connection before it sends anything
 */
export function exchangeIdentification(connection: Connection, step: StepMessage, timeoutMs: number): Promise<string> {
  const { socket } = connection
  return new Promise((resolve, reject) => {
    const sent = Buffer.alloc(maxBytes)
    let length = 0
    let lineStart = 0
    let prompt: NodeJS.Timeout | undefined
    const timer = setTimeout(refuse, timeoutMs)

    function finish() {
      clearTimeout(timer)
      clearTimeout(prompt)
      socket.off('readable', take)
      socket.off('end', onEnd)
      socket.off('close', onEnd)
    }
    function fail(reason: unknown) {
      finish()
      connection.destroy(reason)
      reject(connection.lost?.reason)
    }
    function refuse() {
      const { seen, advice } = identifyServer(sent.subarray(0, length))
      fail(new DeviceFailure('protocol_error', { step, expected: message('expected_ssh_server'), seen, advice }))
    }
    function onEnd() {
      if (length > 0) return refuse()
      const advice = message('advice_lines_in_use')
      fail(new DeviceFailure('connection_lost', { step, seen: 'the device closed the connection', advice }))
    }
    /** Returns the server's software once its line is complete. */
    function identification(): string | undefined {
      for (let end = sent.indexOf(0x0a, lineStart); end >= 0 && end < length; end = sent.indexOf(0x0a, lineStart)) {
        const line = sent.toString('latin1', lineStart, end).trimEnd()
        const found = /^SSH-(?:2\.0|1\.99)-(.*)$/.exec(line)
        if (found) return found[1]
        if (line.startsWith('SSH-')) return void refuse()
        lineStart = end + 1
      }
      return undefined
    }
    function take() {
      for (let piece = socket.read() as Buffer | null; piece !== null; piece = socket.read() as Buffer | null) {
        const kept = piece.copy(sent, length)
        length += kept
        const software = identification()
        if (connection.lost) return
        if (software !== undefined) {
          finish()
          socket.unshift(Buffer.concat([sent.subarray(lineStart, length), piece.subarray(kept)]))
          return resolve(software)
        }
        if (length === maxBytes || isForeign(sent.subarray(0, length))) return refuse()
      }
      clearTimeout(prompt)
      if (isLoginPrompt(sent.toString('latin1', Math.max(lineStart, length - promptLength), length)))
        prompt = setTimeout(refuse, promptGraceMs)
    }

    socket.on('readable', take)
    socket.once('end', onEnd)
    socket.once('close', onEnd)
    socket.write(`SSH-2.0-${clientSoftware}\r\n`)
  })
}

/** Drops ssh2's first write, which is the client's identification in one piece: it was sent already. */
export function dropNextWrite({ socket }: Connection): void {
  const own: { write?: unknown } = socket
  own.write = () => {
    delete own.write // restores the method of the class
    return true
  }
}
