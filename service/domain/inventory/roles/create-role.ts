import { randomUUIDv7 } from 'node:crypto'
import { message } from '../../../../shared/messages/message.ts'
import {
  type Permission,
  allPermissions,
  limitablePermissions,
  tenantPermissions,
} from '../../../../shared/permissions/permissions.ts'
import { StoredRole } from '../../../store/models/role.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError, type FieldError, invalidField, invalidFields } from '../../kernel/domain-error.ts'
import { rejectDuplicate } from '../../kernel/reject-duplicate.ts'
import { coversAll } from './require-covered.ts'
import { type RoleView, getRole, reportRole } from './role-view.ts'

export interface RoleFields {
  name: string
  description: string
  permissions: Permission[]
  /** Devices of one of these sites, or with one of these tags; both empty: all devices. */
  sites: string[]
  tags: string[]
  /** The only tenants that a role of the platform sees; empty: all. */
  tenantIds: string[]
}

/** Custom roles of a tenant, and of the platform. */
const maxRoles = 100

/**
 * Adds a custom role of the context's tenant, or of the platform.
 * @throws DomainError validation_failed (a permission that the caller lacks, or that no role of a tenant can have),
 *   name_taken, too_many
 */
export async function createRole(context: ActionContext, fields: RoleFields): Promise<RoleView> {
  const { trx, tenantId, actor, now } = context
  checkFields(context, tenantId, fields)
  await requireTenants(context, fields.tenantIds)
  await trx.raw(`select pg_advisory_xact_lock(hashtextextended('coffer roles ' || ?, 0))`, [tenantId ?? 'platform'])
  const ofOwner = StoredRole.query(trx).where((of) => (tenantId ? of.where({ tenantId }) : of.whereNull('tenantId')))
  if ((await ofOwner.resultSize()) >= maxRoles) throw new DomainError('too_many', { resource: 'role', limit: maxRoles })
  const by = { createdAt: now, createdBy: actor.name, updatedAt: now, updatedBy: actor.name }
  const row = { id: randomUUIDv7(), tenantId, ...fields, permissions: inOrder(fields.permissions), ...by }
  const role = await rejectTakenRole(StoredRole.query(trx).insert(row).returning('*').execute())
  const { id, name, permissions, sites, tags, tenantIds } = role
  const detail = { name, permissions, sites, tags, tenant_ids: tenantIds }
  await recordAudit(context, 'role.create', { kind: 'role', id, detail })
  await reportRole(context, 'role.created', role, [])
  return getRole(context, id)
}

/** @throws DomainError name_taken */
export function rejectTakenRole<T>(writing: Promise<T>): Promise<T> {
  return rejectDuplicate(writing, () => new DomainError('name_taken', { resource: 'role' }))
}

/** Returns permissions in the contract's order. */
export function inOrder(permissions: readonly Permission[]): Permission[] {
  return allPermissions.filter((permission) => permissions.includes(permission))
}

/** @throws DomainError validation_failed for an unknown tenant */
export async function requireTenants({ trx }: Pick<ActionContext, 'trx'>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const known = await Tenant.query(trx)
    .findByIds([...ids])
    .select('id')
  const unknown = ids.findIndex((id) => !known.some((tenant) => tenant.id === id.toLowerCase()))
  if (unknown >= 0) throw invalidField(`tenant_ids.${unknown}`, 'customer_unknown')
}

/** @throws DomainError validation_failed */
export function checkFields(
  { actor }: Pick<ActionContext, 'actor'>,
  tenantId: string | null,
  { permissions, sites, tags, tenantIds }: Pick<RoleFields, 'permissions' | 'sites' | 'tags' | 'tenantIds'>,
): void {
  const isLimited = sites.length + tags.length > 0
  if (isLimited && tenantId === null) throw invalidField(sites.length > 0 ? 'sites' : 'tags', 'limits_of_tenant_only')
  if (tenantIds.length > 0 && tenantId !== null) throw invalidField('tenant_ids', 'limits_of_platform_only')
  const faults = permissions.flatMap((permission, at): FieldError[] => {
    const path = `permissions.${at}`
    if (tenantId !== null && !tenantPermissions.includes(permission)) {
      return [{ path, error: message('permission_of_platform') }]
    }
    if (isLimited && !limitablePermissions.includes(permission)) {
      return [{ path, error: message('permission_not_limitable') }]
    }
    return coversAll(actor, [permission]) ? [] : [{ path, error: message('permission_exceeds_own') }]
  })
  if (faults.length > 0) throw invalidFields(faults)
}
