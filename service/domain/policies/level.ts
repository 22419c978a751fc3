import { Device } from '../../store/models/device.ts'
import { Tenant } from '../../store/models/tenant.ts'
import type { ActionContext } from '../kernel/context.ts'
import { DomainError, invalidField, notFound } from '../kernel/domain-error.ts'

/** Levels at which a policy is set; each inherits from the one before if it has no value. */
export const levels = ['platform', 'customer', 'device'] as const

export type PolicyLevel = (typeof levels)[number]

/** The level that a value comes from; `default` if no level has one. */
export type DecidedBy = PolicyLevel | 'default'

/** The rows of a level and of the levels above it. */
export interface PolicyTarget {
  level: PolicyLevel
  tenant: Tenant | null
  device: Device | null
}

/** @throws DomainError unknown_level */
export function parseLevel(word: string): PolicyLevel {
  const level = levels.find((one) => one === word)
  if (level) return level
  throw new DomainError('unknown_level', { level: word.slice(0, 40), levels })
}

/**
 * Finds the rows of a level in the caller's scope.
 * @throws DomainError tenant_required if a tenant is needed and not named, not_found for a device outside the scope,
 *   validation_failed for a device that is missing or not allowed, and for a tenant if the platform's level is to
 *   change
 */
export async function findTarget(
  context: ActionContext,
  level: PolicyLevel,
  deviceId: string | undefined,
  { isWrite = false } = {},
): Promise<PolicyTarget> {
  if (level === 'device' && deviceId === undefined) throw invalidField('device_id', 'required_at_level', { level })
  if (level !== 'device' && deviceId !== undefined)
    throw invalidField('device_id', 'only_at_level', { level: 'device' })
  if (level === 'platform') {
    if (isWrite && context.tenantId !== null) throw invalidField('tenant', 'platform_level_has_no_tenant')
    return { level, tenant: null, device: null }
  }
  if (level === 'customer' && context.tenantId === null) throw new DomainError('tenant_required')
  return findBelow(context, level, deviceId)
}

/**
 * Serialises changes of this level until the transaction ends. A device level locks the row of the device, which an
 * import has locked already. Other levels take an advisory lock, because a level without rows has nothing else to lock.
 */
export async function lockLevel(
  trx: ActionContext['trx'],
  { tenant, device }: Pick<PolicyTarget, 'tenant' | 'device'>,
): Promise<void> {
  if (device) await trx('devices').where({ id: device.id }).forNoKeyUpdate().select('id')
  else await trx.raw(`select pg_advisory_xact_lock(hashtextextended('coffer level ' || ?, 0))`, [tenant?.id ?? ''])
}

/**
 * Returns the device if named, else the tenant of the context, else the platform: for reading effective values.
 * @throws DomainError not_found
 */
export function findWhose(context: ActionContext, deviceId: string | undefined): Promise<PolicyTarget> {
  if (deviceId !== undefined) return findBelow(context, 'device', deviceId)
  if (context.tenantId !== null) return findBelow(context, 'customer', undefined)
  return Promise.resolve({ level: 'platform', tenant: null, device: null })
}

async function findBelow(
  { trx, tenantId }: ActionContext,
  level: PolicyLevel,
  deviceId: string | undefined,
): Promise<PolicyTarget> {
  const device = deviceId === undefined ? null : await Device.query(trx).findById(deviceId)
  if (device === undefined) throw notFound()
  const tenant = await Tenant.query(trx).findById(device?.tenantId ?? tenantId ?? '')
  if (!tenant) throw notFound()
  return { level, tenant, device }
}
