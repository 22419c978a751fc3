import { randomUUIDv7 } from 'node:crypto'
import { Agent } from '../../../store/models/agent.ts'
import { AgentSession } from '../../../store/models/agent-session.ts'
import { Job } from '../../../store/models/job.ts'
import { sendSignal } from '../../../store/pg-notify.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'
import { challengeExpired } from './challenge.ts'
import type { ReleaseLeases } from './release-leases.ts'
import { detectClone } from './detect-clone.ts'

/** What an agent's process reports about itself. */
export interface NewSession {
  bootId: string
  /** Raw X25519 public key to which job envelopes are sealed. */
  envelopeKey: Buffer
  /** The number that the agent stores on its disk. */
  sequence: number
  protocol: number
  version: string
  hostname: string
  platforms: string[]
  transports: string[]
  slots: number
  /** The latest format of platform documents that it reads; 0: none. */
  documentFormat: number
  /** The latest format of dry runs that it supports; 0: none. */
  dryRunFormat: number
  /** When the challenge that the request signs was issued. */
  challengedAt: Date
}

/**
 * Opens a session: ends the previous session and releases the leases of the agent's other processes at once. A process
 * that repeats the request because the response was lost gets the same session.
 * @returns a DomainError `cloned` or `rewound`, with its record, for a number that this agent cannot have
 * @throws DomainError not_found, or challenge_expired for a request that is older than the current session: it may be
 *   delayed or replayed, and a live agent repeats it
 */
export async function openSession(
  context: TenantContext,
  agentId: string,
  wanted: NewSession,
  releaseLeases: ReleaseLeases,
) {
  const { trx, now, tenantId } = context
  const agent = await Agent.query(trx).findById(agentId).forUpdate()
  if (!agent) throw notFound()
  const latest = await AgentSession.query(trx)
    .where({ tenantId, agentId })
    .orderBy('sequence', 'desc')
    .orderBy('id', 'desc')
    .first()
  if (latest && isRepeated(latest, wanted)) return { session: latest, agent }
  const decision = detectClone(agent, wanted.sequence, await countSilent(context, agent, wanted.sequence))
  if (decision !== 'expected' && latest && wanted.challengedAt < latest.startedAt) throw challengeExpired()
  if (decision === 'cloned' || decision === 'rewound') return refuse(context, agent, wanted, decision)
  await endSessionsBefore(context, agentId, wanted.bootId, releaseLeases)
  const sequence = Math.max(agent.sequence, wanted.sequence) + 1
  const { bootId, envelopeKey, protocol, version, platforms, transports, slots, documentFormat, dryRunFormat } = wanted
  const session = await AgentSession.query(trx)
    .insert({
      id: randomUUIDv7(),
      tenantId,
      agentId,
      bootId,
      envelopeKey,
      sequence,
      protocol,
      version,
      platforms,
      transports,
      slots,
      documentFormat,
      dryRunFormat,
      startedAt: now,
    })
    .returning('*')
  await Job.query(trx).patch({ sessionId: session.id }).where({ tenantId, agentId }).whereNotNull('leaseId')
  const change = {
    sequence,
    lastSeenAt: now,
    version,
    hostname: wanted.hostname,
    protocol,
    ...(decision === 'cleared' && { refusedSequence: null }),
  }
  await Agent.query(trx).findById(agentId).patch(change)
  return { session, agent: Object.assign(agent, change) }
}

function isRepeated(session: AgentSession, wanted: NewSession): boolean {
  return (
    session.endedAt === null &&
    session.bootId === wanted.bootId &&
    session.envelopeKey.equals(wanted.envelopeKey) &&
    session.sequence === wanted.sequence + 1
  )
}

async function countSilent({ trx, tenantId }: TenantContext, agent: Agent, sent: number): Promise<number> {
  if (sent >= agent.sequence) return 0
  return AgentSession.query(trx)
    .where({ tenantId, agentId: agent.id, spokeAt: null })
    .where('sequence', '>', sent)
    .where('sequence', '<=', agent.sequence)
    .resultSize()
}

/** Leases of the same process move to its new session; those of another process end. */
async function endSessionsBefore(
  context: TenantContext,
  agentId: string,
  bootId: string,
  releaseLeases: ReleaseLeases,
) {
  const { trx, now, tenantId } = context
  const ended = await AgentSession.query(trx)
    .patch({ endedAt: now })
    .where({ tenantId, agentId })
    .whereNull('endedAt')
    .returning('bootId')
  const isSameProcess = ended.length > 0 && ended.every((session) => session.bootId === bootId)
  if (!isSameProcess) await releaseLeases(context, tenantId, agentId, 'ended')
}

async function refuse(context: TenantContext, agent: Agent, wanted: NewSession, decision: 'cloned' | 'rewound') {
  const isNew = agent.refusedSequence !== wanted.sequence || (agent.clonedAt ?? agent.rewoundAt) === null
  if (isNew) {
    const at = decision === 'cloned' ? { clonedAt: context.now } : { rewoundAt: context.now }
    await Agent.query(context.trx)
      .findById(agent.id)
      .patch({ ...at, refusedSequence: wanted.sequence, updatedAt: context.now })
    await recordAudit(context, `agent.${decision}`, {
      kind: 'agent',
      id: agent.id,
      outcome: 'refused',
      detail: { sequence: wanted.sequence, expected: agent.sequence, hostname: wanted.hostname },
    })
    const data = { hostname: wanted.hostname, clear_with: `POST /api/agents/${agent.id}/clear` }
    await recordEvents(context, [{ type: `agent.${decision}`, tenantId: context.tenantId, agent, data }])
    await sendSignal(context.trx, 'agents', agent.id)
  }
  return new DomainError(decision)
}
