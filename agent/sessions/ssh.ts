import type { Socket } from 'node:net'
import ssh2, { type ParsedKey } from 'ssh2'
import { message } from '../../shared/messages/message.ts'
import { DeviceFailure } from '../device-failure.ts'
import { dial } from './dial.ts'
import type { Session } from './session.ts'
import { openExec, openShell, openSubsystem, type Connection } from './ssh-channel.ts'
import { establish } from './ssh-establish.ts'
import type { SshTarget, SshTimeouts } from './ssh-target.ts'

export const sshTimeouts: SshTimeouts = {
  connectMs: 15_000,
  handshakeMs: 30_000,
  loginMs: 60_000,
  channelMs: 30_000,
  graceMs: 2_000,
}

/**
 * Connects, has the host key approved and logs in. Each secret is sent at most once. When `signal` is aborted, now or
 * later, the connection is destroyed and pending operations throw the signal's reason.
 * @throws DeviceFailure with the code of the step that failed
 */
export async function openSsh(target: SshTarget, signal: AbortSignal): Promise<Session> {
  signal.throwIfAborted()
  const key = readKey(target)
  const socket = await dial(target.host, target.port, target.timeouts.connectMs, signal)
  target.onStep?.('connect')
  const connection = follow(socket, signal)

  const facts = await establish(connection, target, key)

  const { channelMs, graceMs } = target.timeouts
  return {
    facts,
    shell: () => openShell(connection, channelMs),
    exec: (command) => openExec(connection, channelMs, command),
    subsystem: (name) => openSubsystem(connection, channelMs, name),
    close: () => closePolitely(connection, graceMs),
  }
}

/** @throws DeviceFailure credential_unusable, without quoting the key */
function readKey(target: SshTarget): ParsedKey | undefined {
  if (target.privateKey === undefined) return undefined
  const parsed: ParsedKey | ParsedKey[] | Error = ssh2.utils.parseKey(target.privateKey, target.passphrase)
  const key = Array.isArray(parsed) ? parsed[0] : parsed
  if (key instanceof Error || !key?.isPrivateKey()) {
    throw new DeviceFailure('credential_unusable', {
      step: message('step_reading_private_key'),
      expected: message('expected_private_key'),
      seen: key instanceof Error ? key.message : 'a public key',
    })
  }
  return key
}

/** Records why a connection ended. The first reason counts; later ones are its consequences. */
function follow(socket: Socket, signal: AbortSignal): Connection {
  const client = new ssh2.Client()
  const connection: Connection = {
    client,
    socket,
    lost: undefined,
    destroy(reason) {
      connection.lost ??= { reason }
      socket.destroy()
    },
  }
  const onAbort = () => connection.destroy(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  socket.once('close', () => signal.removeEventListener('abort', onAbort))
  if (signal.aborted) onAbort()
  return connection
}

function closePolitely(connection: Connection, graceMs: number): Promise<void> {
  const { client, socket } = connection
  connection.lost ??= { reason: new DeviceFailure('connection_lost', { step: message('step_using_closed_session') }) }
  return new Promise((resolve) => {
    if (socket.destroyed) return resolve()
    const timer = setTimeout(() => socket.destroy(), graceMs)
    socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
    client.end()
  })
}
