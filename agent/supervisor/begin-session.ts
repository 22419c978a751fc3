import { randomUUID, type KeyObject } from 'node:crypto'
import os from 'node:os'
import { dryRunFormat } from '../../shared/agent-protocol/dry-run.ts'
import { newestOfBoth, spokenProtocols } from '../../shared/agent-protocol/protocols.ts'
import { platforms } from '../../shared/platforms/registry.ts'
import { documentFormat } from '../../shared/platforms/stored-platform.ts'
import { makeRepositoryKeys, type RepositoryKeys } from '../../shared/repository/seal.ts'
import { type Backoff, repeat, waitMs } from '../link/backoff.ts'
import { createExchange, type Exchange } from '../link/exchange.ts'
import type { HttpClient } from '../link/http.ts'
import { Refused } from '../link/transport-error.ts'
import { createNumbers, openRequestCounter } from '../link/request-counter.ts'
import { type AgentSession, askChallenge, openSession } from '../link/service.ts'
import { clockOf, type ServerClock } from '../server-clock.ts'
import { setTimeout as sleep } from 'node:timers/promises'

/** The agent's identity and its connection to the service. */
export interface Identity {
  baseUrl: string
  http: HttpClient
  agentId: string
  tenantId: string
  keySeed: Uint8Array
  signingKey: KeyObject
  serviceKey: Uint8Array
}

/** A session that the service has opened for this process. */
export interface Session {
  answer: AgentSession
  exchange: Exchange
  numbers: SharedArrayBuffer
  envelopeKeys: RepositoryKeys
  clock: ServerClock
}

export interface BeginSettings {
  identity: Identity
  version: string
  slots: number
  /** The program’s own if absent. Tests simulate older and newer agents. */
  protocols?: readonly number[]
  readSequence: () => number
  /** Must have flushed the value to disk when it returns. */
  storeSequence: (sequence: number) => void
  log: (level: 'info' | 'warn' | 'error', line: string) => void
  backoff: Backoff
  signal: AbortSignal
}

/**
 * Opens a session and retries until it succeeds: an unavailable service recovers, and a user resolves a cloned agent.
 * The service treats one call as one process run: all attempts use the same key and id, so that it repeats a lost
 * reply. The new sequence number is stored before any request of the session.
 * @returns undefined if this agent was revoked
 * @throws the signal's reason when it is aborted
 */
export async function beginSession(settings: BeginSettings): Promise<Session | undefined> {
  const { identity, log, backoff, signal } = settings
  const { baseUrl, http, agentId, signingKey, serviceKey } = identity
  const opening = createExchange({ baseUrl, http, agent: agentId, signingKey, serviceKey })
  const envelopeKeys = await makeRepositoryKeys()
  const bootId = randomUUID()
  let lastReason = ''

  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await repeat(() => open(settings, opening, bootId, envelopeKeys.publicKey), backoff, signal, say)
      settings.storeSequence(answer.sequence)
      const clock = clockOf(answer.server_time)
      const numbers = createNumbers()
      const session = { id: answer.session_id, numbers: openRequestCounter(numbers) }
      const exchange = createExchange({ baseUrl, http, agent: agentId, signingKey, serviceKey, session })
      return { answer, exchange, numbers, envelopeKeys, clock }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof Refused)) throw error
      if (error.code === 'revoked') return undefined
      if (error.code !== 'challenge_expired') say(error)
      await sleep(waitMs(backoff, attempt + 3, Math.random), undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }

  /** Logs each kind of failure once: it may last for days. */
  function say(error: Error) {
    if (error.message !== lastReason) log('warn', `no session with ${baseUrl}: ${error.message}; trying again`)
    lastReason = error.message
  }
}

async function open(
  { identity, version, slots, protocols = spokenProtocols, readSequence, signal }: BeginSettings,
  exchange: Exchange,
  bootId: string,
  envelopeKey: Buffer,
): Promise<AgentSession> {
  const challenged = await askChallenge({ ...identity, known: { key: identity.serviceKey } }, signal)
  const body = {
    agent_id: identity.agentId,
    boot_id: bootId,
    envelope_key: envelopeKey.toString('base64'),
    challenge: challenged.challenge,
    sequence: readSequence(),
    // without a common version the service reports the error
    protocol: newestOfBoth(protocols, challenged.protocols) ?? Math.max(...protocols),
    version,
    hostname: os.hostname(),
    platforms: platforms.map(({ id }) => id),
    document_format: documentFormat,
    dry_run_format: dryRunFormat,
    transports: ['ssh', 'api'],
    slots,
  }
  return openSession(exchange, body, signal)
}
