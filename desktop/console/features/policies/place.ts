import type { components } from '../../../../shared/contract/api-types.ts'
import type { Permission } from '../../client/session.ts'

type Schemas = components['schemas']

/** Where a policy is said: for all, for a customer, or for one device of his. */
export type Place =
  { level: 'platform' } | { level: 'customer'; tenant: string } | { level: 'device'; tenant: string; device: string }

export type Level = Place['level']
export type Policy = 'retention' | 'posture' | 'restore'

/** What a role needs to change a policy there, as the API has it. */
export function permissionAt(policy: Policy, level: Level): Permission {
  if (level === 'platform') return 'tenant:manage'
  if (policy === 'restore') return level === 'device' ? 'device:write' : 'tenant:manage'
  return 'retention:write'
}

/** The parameters of a request at a place: the level `platform` belongs to no customer. */
export function paramsAt(place: Place): {
  path: { level: Level }
  query: { tenant?: string; device_id?: string }
} {
  const path = { level: place.level }
  if (place.level === 'platform') return { path, query: {} }
  const query = { tenant: place.tenant }
  return { path, query: place.level === 'device' ? { ...query, device_id: place.device } : query }
}

/** What a form of retention says; '' inherits. */
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
