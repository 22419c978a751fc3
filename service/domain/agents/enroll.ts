import { Agent } from '../../store/models/agent.ts'
import { AgentSession } from '../../store/models/agent-session.ts'
import { EnrollmentToken } from '../../store/models/enrollment-token.ts'
import { Tenant } from '../../store/models/tenant.ts'
import { sendSignal } from '../../store/signals.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { TenantCall } from '../call.ts'
import { freeLeasesOf } from '../jobs/free-leases.ts'
import { Refusal, forbidden } from '../refusal.ts'

/** Whose key is to be bound, by which token, as far as it was signed by both. */
export interface Enrolment {
  agentId: string
  tokenId: string
  /** Ed25519, raw. */
  publicKey: Buffer
  hostname: string
  version: string
}

/** What the agent is told of itself; the same for a repeated enrolment. */
export interface Enrolled {
  agent: Agent
  tenant: Tenant
}

/**
 * Spends the token and binds the agent's key. The same key again gets the same answer until the token expires; another
 * one is an alarm, because somebody else has used the token. The number of its sessions begins anew.
 * @returns the refusal instead of throwing it where its record must stay
 */
export async function enrollAgent(call: TenantCall, enrolment: Enrolment): Promise<Enrolled | Refusal> {
  const { trx, now } = call
  const agent = await Agent.query(trx).findById(enrolment.agentId).forUpdate()
  const token = await EnrollmentToken.query(trx).findById(enrolment.tokenId).forUpdate()
  if (!agent || !token || token.voidedAt) return tokenInvalid()
  if (agent.revokedAt) return new Refusal(403, 'Not allowed', 'This agent was revoked.', { code: 'revoked' })
  const isOwn = token.spentBy?.equals(enrolment.publicKey) ?? false
  if (token.expiresAt <= now) {
    if (!isOwn) await recordRefusal(call, enrolment, 'the token had expired')
    return tokenInvalid()
  }
  const tenant = await Tenant.query(trx).findById(call.tenantId)
  if (!tenant) throw forbidden('tenant')
  if (token.spentAt) {
    if (isOwn) return { agent, tenant }
    await recordRefusal(call, enrolment, 'the token was spent by another key')
    return new Refusal(409, 'Not in this state', 'This token was used already, by another key.', {
      code: 'token_spent',
    })
  }
  return { agent: await bindKey(call, agent, token, enrolment), tenant }
}

/** The words are the same for a token that never was, one that was replaced and one that expired. */
export function tokenInvalid(): Refusal {
  return new Refusal(401, 'Not enrolled', 'The enrolment token is not valid, or no longer: make a new one.', {
    code: 'token_invalid',
  })
}

function recordRefusal(call: TenantCall, { agentId, hostname }: Enrolment, reason: string): Promise<void> {
  return recordAudit(call, 'agent.enroll', {
    kind: 'agent',
    id: agentId,
    outcome: 'refused',
    detail: { reason, hostname },
  })
}

async function bindKey(call: TenantCall, agent: Agent, token: EnrollmentToken, enrolment: Enrolment): Promise<Agent> {
  const { trx, now, tenantId } = call
  const isAgain = agent.publicKey !== null
  await EnrollmentToken.query(trx).findById(token.id).patch({ spentAt: now, spentBy: enrolment.publicKey })
  await AgentSession.query(trx).delete().where({ tenantId, agentId: agent.id }) // their numbers will be given again
  await freeLeasesOf(call, tenantId, agent.id, 'unheard')
  const change = {
    publicKey: enrolment.publicKey,
    enrolledAt: now,
    hostname: enrolment.hostname,
    version: enrolment.version,
    sequence: 0,
    clonedAt: null,
    rewoundAt: null,
    refusedSequence: null,
    updatedAt: now,
  }
  await Agent.query(trx).findById(agent.id).patch(change)
  await recordAudit(call, 'agent.enroll', {
    kind: 'agent',
    id: agent.id,
    detail: { hostname: enrolment.hostname, version: enrolment.version, replaced_key: isAgain },
  })
  await sendSignal(trx, 'agents', agent.id)
  return Object.assign(agent, change)
}
