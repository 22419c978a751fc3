import { randomUUIDv7 } from 'node:crypto'
import type { Permission } from '../../../shared/permissions/permissions.ts'
import { Approval } from '../../store/models/approval.ts'
import type { ApprovalAction } from '../../../shared/permissions/approval-actions.ts'
import { recordAudit } from '../kernel/audit/record-audit.ts'
import type { ActionContext } from '../kernel/context.ts'
import { DomainError } from '../kernel/domain-error.ts'
import { recordEvents } from '../outbox/events/record-events.ts'
import { requireUserId } from '../kernel/require-user.ts'

/** The request to approve. `path` has its query; `body` contains no secret. */
export interface ApprovableRequest {
  action: ApprovalAction
  permission: Permission
  method: string
  path: string
  body: unknown
  /** SHA-256 of method, path and body. */
  fingerprint: Buffer
  reason: string
}

/** Hours in which a request can be approved. */
const pendingHours = 72

/** Maximum number of pending requests of a user, and of all requests within 24 hours. */
const [maxPending, maxDaily] = [20, 100]

/**
 * Stores a request that awaits the approval of another person.
 * @throws DomainError too_many
 */
export async function createApproval(context: ActionContext, request: ApprovableRequest): Promise<Approval> {
  const { trx, now, actor, tenantId } = context
  const requestedBy = requireUserId(context)
  await trx.raw(`select pg_advisory_xact_lock(hashtextextended('coffer approvals ' || ?, 0))`, [requestedBy])
  const pending = await Approval.query(trx)
    .where({ requestedBy, decision: null })
    .where('expiresAt', '>', now)
    .resultSize()
  const daily = await Approval.query(trx)
    .where({ requestedBy })
    .where('requestedAt', '>', new Date(now.getTime() - 86_400_000))
    .resultSize()
  if (daily >= maxDaily) throw new DomainError('too_many', { resource: 'approval', limit: maxDaily })
  if (pending >= maxPending) throw new DomainError('too_many', { resource: 'approval', limit: maxPending })
  const approval = await Approval.query(trx)
    .insert({
      ...{ id: randomUUIDv7(), tenantId, ...request, requestedBy, requestedByName: actor.name, requestedAt: now },
      expiresAt: new Date(now.getTime() + pendingHours * 3_600_000),
    })
    .returning('*')
  const { id, action, reason } = approval
  const detail = { action, method: request.method, path: request.path, reason }
  await recordAudit(context, 'approval.request', { kind: 'approval', id, detail })
  const data = { approval_id: id, action, requested_by: actor.name, reason }
  await recordEvents(context, [{ type: 'approval.requested', tenantId, data }])
  return approval
}
