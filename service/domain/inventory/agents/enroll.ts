import type { AuditReasonCode } from '../../../../shared/messages/codes.ts'
import { message } from '../../../../shared/messages/message.ts'
import { Agent } from '../../../store/models/agent.ts'
import { AgentSession } from '../../../store/models/agent-session.ts'
import { EnrollmentToken } from '../../../store/models/enrollment-token.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import { sendSignal } from '../../../store/pg-notify.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { DomainError, tenantNotAllowed } from '../../kernel/domain-error.ts'
import type { ReleaseLeases } from './release-leases.ts'
import { agentRevocation, recordRevocations } from '../revocations/record-revocations.ts'

/** An enrolment whose token and agent key both signed the request. */
export interface Enrolment {
  agentId: string
  tokenId: string
  /** Raw Ed25519 public key. */
  publicKey: Buffer
  hostname: string
  version: string
}

/** Result of an enrolment; a repeated enrolment returns the same. */
export interface Enrolled {
  agent: Agent
  tenant: Tenant
}

/**
 * Uses the token and binds the agent's key. The same key gets the same result until the token expires. Another key
 * raises an alert: someone else has used the token. The session numbers of the agent restart.
 * @returns the error, instead of throwing it, where its record must be committed
 */
export async function enrollAgent(
  context: TenantContext,
  enrolment: Enrolment,
  releaseLeases: ReleaseLeases,
): Promise<Enrolled | DomainError> {
  const { trx, now } = context
  const agent = await Agent.query(trx).findById(enrolment.agentId).forUpdate()
  const token = await EnrollmentToken.query(trx).findById(enrolment.tokenId).forUpdate()
  if (!agent || !token || token.voidedAt) return tokenInvalid()
  if (agent.revokedAt) return new DomainError('revoked')
  const isOwn = token.spentBy?.equals(enrolment.publicKey) ?? false
  if (token.expiresAt <= now) {
    if (!isOwn) await recordRefusal(context, enrolment, 'enrolment_token_expired')
    return tokenInvalid()
  }
  const tenant = await Tenant.query(trx).findById(context.tenantId)
  if (!tenant) throw tenantNotAllowed()
  if (token.spentAt) {
    if (isOwn) return { agent, tenant }
    await recordRefusal(context, enrolment, 'enrolment_token_reused')
    return new DomainError('token_spent')
  }
  return { agent: await bindKey(context, agent, token, enrolment, releaseLeases), tenant }
}

/** Returns the same error for a token that never existed, was replaced or has expired. */
export function tokenInvalid(): DomainError {
  return new DomainError('token_invalid')
}

function recordRefusal(
  context: TenantContext,
  { agentId, hostname }: Enrolment,
  reason: AuditReasonCode,
): Promise<void> {
  return recordAudit(context, 'agent.enroll', {
    kind: 'agent',
    id: agentId,
    outcome: 'refused',
    detail: { reason: message(reason), hostname },
  })
}

async function bindKey(
  context: TenantContext,
  agent: Agent,
  token: EnrollmentToken,
  enrolment: Enrolment,
  releaseLeases: ReleaseLeases,
): Promise<Agent> {
  const { trx, now, tenantId } = context
  const isAgain = agent.publicKey !== null
  await EnrollmentToken.query(trx).findById(token.id).patch({ spentAt: now, spentBy: enrolment.publicKey })
  await AgentSession.query(trx).delete().where({ tenantId, agentId: agent.id }) // their numbers will be issued again
  await releaseLeases(context, tenantId, agent.id, 'unreachable')
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
  await recordAudit(context, 'agent.enroll', {
    kind: 'agent',
    id: agent.id,
    detail: { hostname: enrolment.hostname, version: enrolment.version, replaced_key: isAgain },
  })
  const data = { hostname: enrolment.hostname, version: enrolment.version, replaced_key: isAgain }
  await recordEvents(context, [{ type: 'agent.enrolled', tenantId, agent, data }])
  await sendSignal(trx, 'agents', agent.id)
  const enrolled = Object.assign(agent, change)
  await recordRevocations(context, [agentRevocation(enrolled)]) // for the previous key and the token
  return enrolled
}
