import { createHash, createSecretKey, type KeyObject } from 'node:crypto'
import type { Client, ParsedKey } from 'ssh2'
import type { StepMessage } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import { DeviceFailure } from '../device-failure.ts'
import type { Observed, SessionFacts, TrustDecision } from './session.ts'
import { algorithmsFor, legacyAmong } from './ssh-algorithms.ts'
import { type Connection, oneChannelAdvice } from './ssh-channel.ts'
import { clientSoftware, dropNextWrite, exchangeIdentification } from './ssh-identification.ts'
import { logInOnce } from './ssh-login.ts'
import type { SshTarget } from './ssh-target.ts'

type Stage = 'handshake' | 'trust' | 'login' | 'open'

/** Bytes of the pre-login banners that are stored. */
const bannerBytes = 64 * 1024

/** A server that sends more is disconnected: reading banners takes time from the agent's other devices. */
const maxBannerBytes = 1024 * 1024

/** Logs in over an open socket. On a failure, destroys the connection before it throws. */
export async function establish(connection: Connection, target: SshTarget, key?: ParsedKey): Promise<SessionFacts> {
  const { handshakeMs } = target.timeouts
  const since = performance.now()
  const software = await exchangeIdentification(connection, stepOf('handshake', target), handshakeMs)
  const leftMs = Math.max(0, handshakeMs - (performance.now() - since))
  return handshake(connection, target, software, leftMs, key)
}

function handshake(
  connection: Connection,
  target: SshTarget,
  software: string,
  handshakeMs: number,
  key?: ParsedKey,
): Promise<SessionFacts> {
  const { client, socket } = connection
  return new Promise((resolve, reject) => {
    let stage: Stage = 'handshake'
    let timer = setTimeout(onTimeout, handshakeMs)
    let bannersSize = 0
    const seen = { software, banner: '', agreed: ['', '', '', ''] }
    const attempt = logInOnce({ username: target.username, password: target.password, key }, end)
    const failure = (error: Error) => failureOf(error, stage, target, attempt.sentSecret())

    function enter(next: Stage, timeoutMs?: number) {
      clearTimeout(timer)
      if (timeoutMs !== undefined) timer = setTimeout(onTimeout, timeoutMs)
      stage = next
    }
    function end(reason: unknown) {
      clearTimeout(timer)
      connection.destroy(reason)
      reject(connection.lost?.reason)
    }
    function closed(): DeviceFailure {
      const reason = failure(new Error('the device closed the connection'))
      // TinySSH closes the connection with its only channel.
      const isTiny = stage === 'open' && /^tinyssh/i.test(software)
      return isTiny ? new DeviceFailure(reason.code, { ...reason, advice: oneChannelAdvice }) : reason
    }
    function onTimeout() {
      const facts = {
        step: stepOf(stage, target),
        expected: message('expected_answer'),
        seen: seen.software || seen.banner,
      }
      const advice = stage === 'handshake' ? message('advice_ssh_load') : undefined
      end(new DeviceFailure(stage === 'handshake' ? 'connection_timeout' : 'prompt_timeout', { ...facts, advice }))
    }

    // One connection can emit two errors, the second long after the first: the listener is not removed.
    client.on('error', (error) => end(failure(error)))
    client.on('close', () => end(closed()))
    client.on('banner', (text) => {
      bannersSize += text.length
      seen.banner += text.slice(0, Math.max(0, bannerBytes - seen.banner.length))
      if (bannersSize <= maxBannerBytes) return
      const facts = {
        step: stepOf(stage, target),
        expected: message('expected_login'),
        seen: `${bannersSize} bytes of login banners`,
      }
      end(new DeviceFailure('protocol_error', { ...facts, advice: message('advice_ssh_banner') }))
    })
    client.once('handshake', ({ kex, serverHostKey, cs }) => {
      seen.agreed = [kex, serverHostKey, cs.cipher, cs.mac]
    })
    client.once('ready', () => {
      importCipherKeys(client)
      enter('open')
      target.onStep?.('login')
      resolve(sessionFacts(seen))
    })

    dropNextWrite(connection)
    client.connect({
      sock: socket,
      ident: clientSoftware,
      username: target.username,
      readyTimeout: 0, // a single timer would include the time that the approval takes
      algorithms: algorithmsFor(target.legacyAlgorithms),
      authHandler: attempt.handler,
      hostVerifier: (hostKey: Buffer, verify: (ok: boolean) => void) => {
        const observed = observe(hostKey, target)
        enter('trust')
        target.onStep?.('handshake')
        target.trust(observed).then((decision) => {
          if (decision !== 'approved') return end(untrusted(decision, observed))
          enter('login', target.timeouts.loginMs)
          target.onStep?.('trust')
          verify(true)
        }, end)
      },
    })
  })
}

/**
 * Converts AES-GCM keys to KeyObjects. ssh2 creates a cipher for each packet, and with raw bytes Node converts the key
 * each time, which takes longer than decrypting a short packet. After a rekey the keys are raw bytes again, which is
 * only slower.
 */
function importCipherKeys(client: Client) {
  const { _protocol: protocol } = client as unknown as {
    _protocol?: { _cipher?: PacketCipher; _decipher?: PacketCipher }
  }
  if (protocol?._cipher?._encKey instanceof Uint8Array) {
    protocol._cipher._encKey = createSecretKey(protocol._cipher._encKey)
  }
  if (protocol?._decipher?._decipherKey instanceof Uint8Array) {
    protocol._decipher._decipherKey = createSecretKey(protocol._decipher._decipherKey)
  }
}

interface PacketCipher {
  _encKey?: Uint8Array | KeyObject
  _decipherKey?: Uint8Array | KeyObject
}

function sessionFacts(seen: { software: string; banner: string; agreed: string[] }): SessionFacts {
  const [keyExchange = '', hostKeyAlgorithm = '', cipher = '', mac = ''] = seen.agreed
  return {
    software: seen.software,
    banner: withLineFeeds(seen.banner),
    keyExchange,
    hostKeyAlgorithm,
    cipher,
    mac,
    legacyAlgorithms: legacyAmong(seen.agreed),
  }
}

/** Removes the carriage returns before line feeds. Without a regular expression, which would take quadratic time. */
function withLineFeeds(text: string): string {
  const lines = text.split('\n')
  return lines.map((line, at) => (at < lines.length - 1 ? withoutReturns(line) : line)).join('\n')
}

function withoutReturns(line: string): string {
  let end = line.length
  while (line[end - 1] === '\r') end -= 1
  return line.slice(0, end)
}

/** RFC 4253 §6.6: a public key blob begins with the name of its algorithm. */
function observe(hostKey: Buffer, target: SshTarget): Observed {
  const nameLength = hostKey.readUInt32BE(0)
  return {
    kind: 'ssh_host_key',
    algorithm: hostKey.toString('latin1', 4, 4 + nameLength),
    fingerprint: `SHA256:${createHash('sha256').update(hostKey).digest('base64').replace(/=+$/, '')}`,
    host: target.host,
    port: target.port,
  }
}

function untrusted(decision: Exclude<TrustDecision, 'approved'>, observed: Observed): DeviceFailure {
  return new DeviceFailure(decision === 'refused' ? 'fingerprint_rejected' : 'fingerprint_unapproved', {
    step: message('step_checking_host_key', { host: observed.host, port: observed.port }),
    expected: message('expected_approved_host_key'),
    seen: `${observed.algorithm} ${observed.fingerprint}`,
  })
}

function stepOf(stage: Stage, target: SshTarget): StepMessage {
  if (stage === 'open') return message('step_speaking_ssh', { host: target.host, port: target.port })
  return stage === 'login'
    ? message('step_logging_in', { username: target.username })
    : message('step_agreeing_on_keys', { host: target.host, port: target.port })
}

/** ssh2 distinguishes its errors only by `level` and text (tested with 1.17.0). */
function failureOf(error: Error, stage: Stage, target: SshTarget, sentSecret: boolean): DeviceFailure {
  const { level, code } = error as { level?: string; code?: unknown }
  const facts = { step: stepOf(stage, target), seen: error.message }
  if (/no matching|KEY_EXCHANGE_FAILED/i.test(error.message)) {
    return new DeviceFailure('unsupported_algorithm', {
      ...facts,
      expected: message('expected_algorithm_in_common'),
      advice: target.legacyAlgorithms ? message('advice_device_updates_only') : undefined,
    })
  }
  // Some devices close the connection after a wrong password: RFC 4253 §11.1 messages have a numeric code.
  if (stage === 'login' && sentSecret && typeof code === 'number') return new DeviceFailure('auth_failed', facts)
  if (level === 'handshake' || (level === 'protocol' && !/connection lost/i.test(error.message))) {
    return new DeviceFailure('protocol_error', { ...facts, expected: message('expected_ssh_protocol') })
  }
  const advice = message('advice_lines_in_use')
  return new DeviceFailure('connection_lost', stage === 'handshake' ? { ...facts, advice } : facts)
}
