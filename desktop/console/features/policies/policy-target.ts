import type { components } from '../../../../shared/contract/api-types.ts'
import type { Permission } from '../../client/session.ts'

type Schemas = components['schemas']

/** What a policy applies to: the platform, a customer or a device. */
export type PolicyTarget =
  { level: 'platform' } | { level: 'customer'; tenant: string } | { level: 'device'; tenant: string; device: string }

export type Level = PolicyTarget['level']
export type Policy = 'retention' | 'posture' | 'restore'

/** Returns the permission to change a policy at this level, as in the API. */
export function permissionAt(policy: Policy, level: Level): Permission {
  if (level === 'platform') return 'tenant:manage'
  if (policy === 'restore') return level === 'device' ? 'device:write' : 'tenant:manage'
  return 'retention:write'
}

/** Returns the request parameters of a target. The level `platform` has no customer. */
export function targetParams(target: PolicyTarget): {
  path: { level: Level }
  query: { tenant?: string; device_id?: string }
} {
  const path = { level: target.level }
  if (target.level === 'platform') return { path, query: {} }
  const query = { tenant: target.tenant }
  return { path, query: target.level === 'device' ? { ...query, device_id: target.device } : query }
}

/** Values of the retention form; '' inherits. */
export interface RetentionValues {
  keepDays: number | ''
  keepLast: number | ''
}

export function retentionValues({ keep_days, keep_last }: Schemas['RetentionPolicy']): RetentionValues {
  return { keepDays: keep_days ?? '', keepLast: keep_last ?? '' }
}

export function ruleOf({ keepDays, keepLast }: RetentionValues): Schemas['RetentionRule'] {
  return { keep_days: keepDays === '' ? null : keepDays, keep_last: keepLast === '' ? null : keepLast }
}
