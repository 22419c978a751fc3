import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { tokenKeys, writeEnrollmentToken } from '../../../../shared/agent-protocol/enrollment-token.ts'
import type { ServiceKeys } from '../../../keys/service-keys.ts'
import { Agent } from '../../../store/models/agent.ts'
import { EnrollmentToken } from '../../../store/models/enrollment-token.ts'
import { sendSignal } from '../../../store/pg-notify.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'
import { agentRevocation, recordRevocations } from '../revocations/record-revocations.ts'

/**
 * Creates a token that enrols the agent once, or again after a loss of its disk. Only this call returns the seed: the
 * database stores the public half of the key that is derived from it. An earlier token becomes invalid. A server that
 * runs the agent ends it, because a user will enrol it elsewhere.
 * @throws DomainError not_found, agent_revoked
 */
export async function createEnrollmentToken(
  context: TenantContext,
  agentId: string,
  { ttlMinutes, serviceKeys }: { ttlMinutes: number; serviceKeys: ServiceKeys },
): Promise<{ token: string; expiresAt: Date }> {
  const agent = await Agent.query(context.trx).findById(agentId).forUpdate()
  if (!agent) throw notFound()
  if (agent.revokedAt) throw new DomainError('agent_revoked')
  if (agent.localServerId !== null && context.actor.kind !== 'service') {
    await agent.$query(context.trx).patch({ localServerId: null, updatedAt: context.now })
    await sendSignal(context.trx, 'agents', agentId)
  }
  const seed = randomBytes(32)
  const expiresAt = new Date(context.now.getTime() + ttlMinutes * 60_000)
  const id = randomUUIDv7()
  const voided = await EnrollmentToken.query(context.trx)
    .where({ agentId })
    .whereNull('voidedAt')
    .patch({ voidedAt: context.now })
  if (voided > 0) await recordRevocations(context, [agentRevocation(agent)])
  await EnrollmentToken.query(context.trx).insert({
    id,
    tenantId: agent.tenantId,
    agentId,
    publicKey: tokenKeys(seed).publicKey,
    createdAt: context.now,
    expiresAt,
  })
  await recordAudit(context, 'agent.enrollment_token', {
    kind: 'agent',
    id: agentId,
    tenantId: agent.tenantId,
    detail: { expires_at: expiresAt.toISOString() },
  })
  const data = { expires_at: expiresAt.toISOString(), by: context.actor.name }
  await recordEvents(context, [{ type: 'agent.enrollment_token_created', tenantId: agent.tenantId, agent, data }])
  const token = writeEnrollmentToken({ agentId, seed, serviceKeyFingerprint: serviceKeys.signing.fingerprint })
  return { token, expiresAt }
}
