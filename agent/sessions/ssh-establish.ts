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

/** Of the banners that a server shows before the login so much is held. */
const bannerBytes = 64 * 1024

/** A server that sends more of them is left: each takes time from the other devices of this agent. */
const maxBannerBytes = 1024 * 1024

/** From an open socket to a session that is logged in; on a failure the connection is destroyed before it throws. */
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
      // TinySSH ends the connection with its only channel
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

    // Two errors can come for one connection, the second long after the first: the listener stays for good.
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
      seen.agreed = [kex, serverHostKey, cs.cipher, cs.mac || 'part of the cipher']
    })
    client.once('ready', () => {
      importCipherKeys(client)
      enter('open')
      target.onStep?.('login')
      resolve(factsOf(seen))
    })

    dropNextWrite(connection)
    client.connect({
      sock: socket,
      ident: clientSoftware,
      username: target.username,
      readyTimeout: 0, // one timer over all would also count the time that approving takes
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
 * With AES-GCM ssh2 makes a cipher for each packet. From raw bytes, Node converts the key each time, which takes longer than
 * to decrypt a short packet. After a new key exchange the keys are raw bytes again: slower, not wrong.
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

function factsOf(seen: { software: string; banner: string; agreed: string[] }): SessionFacts {
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

/** Without the carriage returns in front of line feeds. Not by a pattern, which would take quadratic time. */
function withLineFeeds(text: string): string {
  const lines = text.split('\n')
  return lines.map((line, at) => (at < lines.length - 1 ? withoutReturns(line) : line)).join('\n')
}

function withoutReturns(line: string): string {
  let end = line.length
  while (line[end - 1] === '\r') end -= 1
  return line.slice(0, end)
}

/** RFC 4253 §6.6: a public key blob begins with its algorithm's name. */
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

/** ssh2 tells its errors apart by `level` and by text only (measured against 1.17.0). */
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
  // Some devices answer a wrong password by hanging up: RFC 4253 §11.1 messages have a number as code.
  if (stage === 'login' && sentSecret && typeof code === 'number') return new DeviceFailure('auth_failed', facts)
  if (level === 'handshake' || (level === 'protocol' && !/connection lost/i.test(error.message))) {
    return new DeviceFailure('protocol_error', { ...facts, expected: message('expected_ssh_protocol') })
  }
  const advice = message('advice_lines_in_use')
  return new DeviceFailure('connection_lost', stage === 'handshake' ? { ...facts, advice } : facts)
}
