import { Device } from '../../store/models/device.ts'
import { Tenant } from '../../store/models/tenant.ts'
import type { ActionContext } from '../kernel/context.ts'
import { DomainError, invalidField, notFound } from '../kernel/domain-error.ts'

/** Where a policy is set: each level inherits from the one before where it says nothing. */
export const levels = ['platform', 'customer', 'device'] as const

export type PolicyLevel = (typeof levels)[number]

/** Which level a value comes from; `default` where no level says anything. */
export type DecidedBy = PolicyLevel | 'default'

/** The rows that a level is about; those above it are there too. */
export interface PolicyTarget {
  level: PolicyLevel
  tenant: Tenant | null
  device: Device | null
}

/** @throws DomainError 400 for a word that is no level */
export function parseLevel(word: string): PolicyLevel {
  const level = levels.find((one) => one === word)
  if (level) return level
  throw new DomainError('unknown_level', { level: word.slice(0, 40), levels })
}

/**
 * Finds what a level is about, in the call's scope.
 * @throws DomainError 400 where a customer is needed and none is named; 404 for a device outside the scope; 422 for a
 *   device that is missing or out of place, and for a customer where the platform's level is to be changed
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
 * Until the transaction ends nobody else changes what this level says: without rows there is nothing else to lock. An import
 * has its devices locked.
 */
export async function lockLevel(
  trx: ActionContext['trx'],
  { tenant, device }: Pick<PolicyTarget, 'tenant' | 'device'>,
): Promise<void> {
  if (device) await trx('devices').where({ id: device.id }).forNoKeyUpdate().select('id')
  else await trx.raw(`select pg_advisory_xact_lock(hashtextextended('coffer level ' || ?, 0))`, [tenant?.id ?? ''])
}

/**
 * The device where one is named, else the customer of the call, else the platform: for readings of what holds.
 * @throws DomainError 404
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
