import { Device } from '../../store/models/device.ts'
import { Tenant } from '../../store/models/tenant.ts'
import type { Call } from '../call.ts'
import { incoherent, notFound, refused } from '../refusal.ts'

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

/** @throws Refusal 400 for a word that is no level */
export function levelNamed(word: string): PolicyLevel {
  const level = levels.find((one) => one === word)
  if (level) return level
  throw incoherent(`Unknown cascade level '${word.slice(0, 40)}': it is one of ${levels.join(', ')}.`)
}

/**
 * Finds what a level is about, in the call's scope.
 * @throws Refusal 400 where a customer is needed and none is named; 404 for a device outside the scope; 422 for a
 *   device that is missing or out of place, and for a customer where the platform's level is to be changed
 */
export async function findTarget(
  call: Call,
  level: PolicyLevel,
  deviceId: string | undefined,
  { isWrite = false } = {},
): Promise<PolicyTarget> {
  if (level === 'device' && deviceId === undefined) throw refused('device_id', 'name the device')
  if (level !== 'device' && deviceId !== undefined) throw refused('device_id', `is for the level 'device' only`)
  if (level === 'platform') {
    if (isWrite && call.tenantId !== null) throw refused('tenant', `the level 'platform' belongs to no customer`)
    return { level, tenant: null, device: null }
  }
  if (level === 'customer' && call.tenantId === null) {
    throw incoherent('Name a customer: add ?tenant=<customer id>.')
  }
  return findBelow(call, level, deviceId)
}

/**
 * Until the transaction ends nobody else changes what this level says: without rows there is nothing else to lock. An import
 * has its devices locked.
 */
export async function lockLevel(
  trx: Call['trx'],
  { tenant, device }: Pick<PolicyTarget, 'tenant' | 'device'>,
): Promise<void> {
  if (device) await trx('devices').where({ id: device.id }).forNoKeyUpdate().select('id')
  else await trx.raw(`select pg_advisory_xact_lock(hashtextextended('coffer level ' || ?, 0))`, [tenant?.id ?? ''])
}

/**
 * The device where one is named, else the customer of the call, else the platform: for readings of what holds.
 * @throws Refusal 404
 */
export function findWhose(call: Call, deviceId: string | undefined): Promise<PolicyTarget> {
  if (deviceId !== undefined) return findBelow(call, 'device', deviceId)
  if (call.tenantId !== null) return findBelow(call, 'customer', undefined)
  return Promise.resolve({ level: 'platform', tenant: null, device: null })
}

async function findBelow(
  { trx, tenantId }: Call,
  level: PolicyLevel,
  deviceId: string | undefined,
): Promise<PolicyTarget> {
  const device = deviceId === undefined ? null : await Device.query(trx).findById(deviceId)
  if (device === undefined) throw notFound()
  const tenant = await Tenant.query(trx).findById(device?.tenantId ?? tenantId ?? '')
  if (!tenant) throw notFound()
  return { level, tenant, device }
}
