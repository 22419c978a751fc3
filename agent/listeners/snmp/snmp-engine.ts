import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { components } from '../../../shared/contract/api-types.ts'
import { snmpEngineId } from '../../../shared/agent-protocol/snmp-engine-id.ts'
import type { SnmpUser } from '../../../shared/agent-protocol/snmp-users.ts'
import { isVersion3, readScopedTrap, readTrap, type Trap } from './read-trap.ts'
import { readSecuredMessage, type SecuredMessage, writeReport, writeSecuredMessage } from './secured-message.ts'
import { createEngineClock, createTimeWindows, isInWindow } from './time-windows.ts'
import { deriveUserKeys, type UserKeys } from './user-keys.ts'

export type RejectionReason = components['schemas']['SnmpRejectionReason']

/** What a datagram contained. */
export interface ReceivedTrap {
  trap: Trap | null
  /** For the sender of the datagram. */
  reply?: Buffer
  /** Why a message of SNMPv3 was not accepted. */
  rejection?: { reason: RejectionReason; user: string }
}

/** The agent as the receiver of SNMP notifications. */
export interface SnmpEngine {
  receive(message: Buffer): ReceivedTrap
  /** Replaces the users. Keys are derived of new and changed ones only. If users differ, it forgets all time windows. */
  setUsers(users: readonly SnmpUser[]): void
}

/** Counters of `usmStats` that a report names (RFC 3414, section 5). */
const reportOf: Record<RejectionReason, number> = {
  level_mismatch: 1,
  outside_time_window: 2,
  unknown_user: 3,
  authentication_failed: 5,
  decryption_failed: 6,
}
const unknownEngine = 4

/** RFC 3414, section 2.1. */
const maxNameBytes = 32

const nothing: ReceivedTrap = { trap: null }

/**
 * Reads notifications. Those of SNMPv3 are authenticated and decrypted with the keys of their user (RFC 3414, section 3.2).
 * Without users, SNMPv3 is read without authentication, if it is not encrypted.
 * @param agentId the engine id is derived from it, so that it is the same after each start
 */
export function createSnmpEngine(
  agentId: string,
  { wall, steadyMs }: { wall: () => Date; steadyMs: () => number },
): SnmpEngine {
  const engineId = snmpEngineId(agentId)
  const engineTime = createEngineClock(wall, steadyMs)
  const windows = createTimeWindows(steadyMs)
  const reports = new Map<number, number>()
  let users = new Map<string, { user: SnmpUser; keys: UserKeys | null }>()

  function receiveVersion3(message: Buffer): ReceivedTrap {
    const secured = readSecuredMessage(message)
    if (users.size === 0) {
      return secured.isEncrypted ? reject(secured, 'unknown_user') : { trap: readScopedTrap(secured.content) }
    }
    // informs and requests are sent to an engine that the sender first has to discover
    if (secured.isReportable && secured.engineId.length === 0) {
      return { trap: null, reply: report(secured, unknownEngine) }
    }
    const known = users.get(secured.user.toString('latin1'))
    if (!known) return reject(secured, 'unknown_user')
    if (levelOf(secured) !== known.user.level) return reject(secured, 'level_mismatch')
    const { keys } = known
    if (!keys) return acknowledge(secured, null, readScopedTrap(secured.content))
    if (!isAuthentic(message, secured, keys)) return reject(secured, 'authentication_failed')
    if (isToThisEngine(secured) ? !isInWindow(engineTime(), secured) : !windows.accept(secured)) {
      return reject(secured, 'outside_time_window', keys)
    }
    try {
      const plain = keys.decrypt?.(secured, secured.salt, secured.content) ?? secured.content
      return acknowledge(secured, keys, readScopedTrap(plain))
    } catch {
      return reject(secured, 'decryption_failed')
    }
  }

  /** The user name of a rejected message is what its sender wrote. */
  function reject(secured: SecuredMessage, reason: RejectionReason, keys?: UserKeys): ReceivedTrap {
    const reply = secured.isReportable ? { reply: reportRejection(secured, reason, keys) } : {}
    // a sender that has discovered the engine learns its time by this answer
    const isLearning = reason === 'outside_time_window' && secured.boots === 0 && secured.time === 0
    if (isLearning && secured.isReportable) return { trap: null, ...reply }
    const user = secured.user
      .subarray(0, maxNameBytes)
      .toString('latin1')
      .replace(/[^ -~]/g, '?')
    return { trap: null, ...reply, rejection: { reason, user } }
  }

  /** Some traps have the flag of informs, and the engine id of their sender. The answer to informs names that of the agent. */
  function reportRejection(secured: SecuredMessage, reason: RejectionReason, keys?: UserKeys): Buffer {
    return isToThisEngine(secured) ? report(secured, reportOf[reason], keys) : report(secured, unknownEngine)
  }

  /** A report of another time is authenticated, so that the sender may trust it (RFC 3414, section 3.2, step 7 a). */
  function report(secured: SecuredMessage, counter: number, keys?: UserKeys): Buffer {
    const count = Math.min((reports.get(counter) ?? 0) + 1, 2_147_483_647)
    reports.set(counter, count)
    const content = writeReport(engineId, counter, count)
    return sign(
      { ...answerTo(secured), isAuthenticated: keys !== undefined, isEncrypted: false, content },
      keys ?? null,
    )
  }

  function acknowledge(secured: SecuredMessage, keys: UserKeys | null, trap: Trap | null): ReceivedTrap {
    if (!trap?.response || !secured.isReportable) return { trap }
    if (!isToThisEngine(secured)) return { trap, reply: report(secured, unknownEngine) }
    const answer = { ...answerTo(secured), content: trap.response }
    if (!keys?.encrypt) return { trap, reply: sign(answer, keys) }
    const salt = randomBytes(8)
    const content = keys.encrypt(answer, salt, answer.content)
    return { trap, reply: sign({ ...answer, salt, content }, keys) }
  }

  function answerTo(secured: SecuredMessage): SecuredMessage {
    const noBytes = Buffer.alloc(0)
    return { ...secured, ...engineTime(), engineId, isReportable: false, digest: noBytes, salt: noBytes }
  }

  function isToThisEngine(secured: SecuredMessage): boolean {
    return secured.engineId.equals(engineId)
  }

  return {
    receive(message) {
      try {
        if (isVersion3(message)) return receiveVersion3(message)
        const trap = readTrap(message)
        return trap?.response ? { trap, reply: trap.response } : { trap }
      } catch {
        return nothing // no SNMP message
      }
    },
    setUsers(next) {
      const nameOf = ({ name }: SnmpUser) => Buffer.from(name).toString('latin1')
      const former = users
      const formerUsers = [...former.values()].map(({ user }) => user)
      if (!isDeepStrictEqual(formerUsers, next)) windows.forget()
      users = new Map(
        next.map((user) => {
          const known = former.get(nameOf(user))
          const isSame = known !== undefined && isDeepStrictEqual(known.user, user)
          return [nameOf(user), isSame ? known : { user, keys: deriveUserKeys(user) }]
        }),
      )
    },
  }
}

function levelOf({ isAuthenticated, isEncrypted }: SecuredMessage): SnmpUser['level'] {
  if (!isAuthenticated) return 'noAuthNoPriv'
  return isEncrypted ? 'authPriv' : 'authNoPriv'
}

/** RFC 3414, section 6.3.2: the digest is that of the message with zeros in its place. */
function isAuthentic(message: Buffer, { engineId, digest }: SecuredMessage, keys: UserKeys): boolean {
  if (digest.length === 0) return false
  const at = digest.byteOffset - message.byteOffset
  const unsigned = Buffer.from(message).fill(0, at, at + digest.length)
  return keys.isDigest(engineId, unsigned, digest)
}

/** @param keys null: the message is not authenticated */
function sign(answer: SecuredMessage, keys: UserKeys | null): Buffer {
  if (!keys) return writeSecuredMessage(answer)
  const unsigned = writeSecuredMessage({ ...answer, digest: Buffer.alloc(keys.digestBytes) })
  return writeSecuredMessage({ ...answer, digest: keys.digest(answer.engineId, unsigned) })
}
