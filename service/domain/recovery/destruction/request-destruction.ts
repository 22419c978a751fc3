import { randomUUIDv7 } from 'node:crypto'
import { Destruction, type DestructionKind } from '../../../store/models/destruction.ts'
import { TenantKey } from '../../../store/models/tenant-key.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { requireApproval } from '../../approvals/require-approval.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { DomainError, invalidField, notFound } from '../../kernel/domain-error.ts'
import { daysAfter } from '../../kernel/delay.ts'

export interface DestructionRequest {
  tenantId: string
  kind: DestructionKind
  /** The tenant's slug, typed by the user. */
  confirm: string
  /** Days until the request is executed. */
  delayDays: number
}

const approvalOf = { keys: 'key_destruction', tenant: 'customer_deletion' } as const
const actions = { keys: 'tenant.destroy_key', tenant: 'tenant.delete' } as const

/**
 * Requests that a tenant's keys be destroyed, or the tenant deleted, after the delay. Repeating a request that is due
 * or running returns that one, so a repetition finishes an interrupted destruction.
 * @throws DomainError not_found, validation_failed if `confirm` is not the slug, destruction_pending while another
 *   request is pending
 */
export async function requestDestruction(context: ActionContext, request: DestructionRequest): Promise<Destruction> {
  const { trx, now, actor } = context
  const { tenantId, kind } = request
  const tenant = await Tenant.query(trx).findById(tenantId).forUpdate()
  if (!tenant) throw notFound()
  if (request.confirm !== tenant.slug) throw invalidField('confirm', 'must_be_slug_of_customer')
  const known = await findRepeated(context, request)
  if (!known) await requireApproval(context, approvalOf[kind])
  const destruction = known ?? (await insertRequest(context, request, tenant))
  const detail = { destruction_id: destruction.id, due_at: destruction.dueAt.toISOString(), repeated: known !== null }
  await recordAudit(context, actions[kind], { kind: 'tenant', id: tenantId, tenantId, detail })
  if (known) return known
  const data = { destruction_id: destruction.id, kind, due_at: destruction.dueAt.toISOString(), by: actor.name }
  await recordEvents({ trx, now }, [{ type: 'destruction.requested', tenantId, data }])
  return destruction
}

/**
 * Returns the request that this one repeats, or null.
 * @throws DomainError destruction_pending
 */
async function findRepeated(
  { trx, now }: ActionContext,
  { tenantId, kind }: DestructionRequest,
): Promise<Destruction | null> {
  const latest = await Destruction.query(trx)
    .where({ tenantId })
    .whereNot('state', 'withdrawn')
    .orderBy('requestedAt', 'desc')
    .orderBy('id', 'desc')
    .first()
  if (!latest) return null
  if (latest.state === 'done') return latest.kind === kind && (await isKeyless(trx, tenantId)) ? latest : null
  if (latest.kind === kind && (latest.state === 'running' || latest.dueAt <= now)) return latest
  throw new DomainError('destruction_pending', {
    requested_by: latest.requestedBy,
    due_at: latest.dueAt.toISOString(),
  })
}

async function insertRequest(
  { trx, now, actor }: ActionContext,
  { tenantId, kind, delayDays }: DestructionRequest,
  { slug, name }: Tenant,
): Promise<Destruction> {
  const isUnreadable = kind === 'keys' && (await isKeyless(trx, tenantId))
  return Destruction.query(trx)
    .insert({
      id: randomUUIDv7(),
      tenantId,
      kind,
      slug,
      name,
      state: 'pending',
      requestedBy: actor.name,
      requestedById: actor.id,
      requestedAt: now,
      dueAt: isUnreadable ? now : daysAfter(now, delayDays),
    })
    .returning('*')
    .execute()
}

async function isKeyless(trx: ActionContext['trx'], tenantId: string): Promise<boolean> {
  const key = await TenantKey.query(trx).findById(tenantId).select('destroyedAt')
  return key?.destroyedAt != null
}
