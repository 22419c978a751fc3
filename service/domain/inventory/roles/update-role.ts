import { StoredRole } from '../../../store/models/role.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'
import { type RoleFields, checkFields, inOrder, rejectTakenRole, requireTenants } from './create-role.ts'
import { coversAll } from './require-covered.ts'
import { type RoleView, getRole, reportRole } from './role-view.ts'

/**
 * Changes a custom role. Every request reads the role, so the change applies to open sessions and to tokens at once.
 * @throws DomainError not_found, role_exceeds_yours, validation_failed, name_taken
 */
export async function updateRole(context: ActionContext, id: string, change: Partial<RoleFields>): Promise<RoleView> {
  const { trx, actor, now } = context
  const before = await StoredRole.query(trx).findById(id).forUpdate()
  if (!before) throw notFound()
  if (!coversAll(actor, before.permissions)) throw new DomainError('role_exceeds_yours')
  checkFields(context, before.tenantId, { ...before, ...change })
  await requireTenants(context, change.tenantIds ?? [])
  const role = await rejectTakenRole(
    StoredRole.query(trx)
      .patchAndFetchById(id, {
        ...change,
        ...(change.permissions && { permissions: inOrder(change.permissions) }),
        updatedAt: now,
        updatedBy: actor.name,
      })
      .execute(),
  )
  const { tenantId, name } = role
  const detail = { name, from: describeRole(before), to: describeRole(role) }
  await recordAudit(context, 'role.update', { kind: 'role', id, tenantId, detail })
  await reportRole(context, 'role.changed', role, before.permissions)
  return getRole(context, id)
}

function describeRole({ permissions, sites, tags, tenantIds }: StoredRole) {
  return { permissions, sites, tags, tenant_ids: tenantIds }
}
