import { randomUUID } from 'node:crypto'
import {
  type Permission,
  allPermissions,
  limitablePermissions,
  permissionSet,
  tenantPermissions,
} from '../../../shared/permissions/permissions.ts'
import type { FullScene } from '../scene/full-scene.ts'
import { type Client, type TestService, clientOf, must } from '../service.ts'
import type { Combination } from './combinations.ts'

export interface Caller {
  client: Client
  permissions: ReadonlySet<Permission>
  isOfPlatform: boolean
}

/** Permissions of callers with few. */
const few: Permission[] = ['report:read', 'secret:read']

/**
 * Returns the caller of each combination, who belongs to this customer, or to the platform with a limit to it. The
 * customer's devices get the site and the tag of the limits.
 */
export async function createCallers(
  service: TestService,
  own: FullScene,
): Promise<(one: Combination) => Promise<Caller>> {
  const admin = await service.as('platform_admin')
  const ids = must(await admin.get(`/api/devices?tenant=${own.id}`), 200).map(({ id }: { id: string }) => id)
  const change = { ids, change: { site: 'Lyon' }, add_tags: ['core'] }
  must(await admin.patch(`/api/devices?tenant=${own.id}`, change), 200)
  const callers = new Map<string, Promise<Caller>>()
  return callerOf

  /** Returns the caller of a combination; those with other targets within the same limit share it. */
  function callerOf(combination: Combination): Promise<Caller> {
    const { caller, limit, secrets, permissions, target } = combination
    const key = [caller, limit, secrets, permissions, target === 'outside'].join()
    const made = callers.get(key) ?? createCaller(combination)
    callers.set(key, made)
    return made
  }

  async function createCaller(combination: Combination): Promise<Caller> {
    const { caller, limit, secrets, permissions, target } = combination
    const isOfPlatform = limit === 'customers'
    const isLimited = limit === 'sites' || limit === 'tags'
    const all = isOfPlatform ? allPermissions : isLimited ? limitablePermissions : tenantPermissions
    const held = (permissions === 'few' ? few : all).filter((one) => one !== 'secret:read' || secrets === 'secrets')
    const value = target === 'outside' ? 'elsewhere' : limit === 'sites' ? 'Lyon' : 'core'
    const limits = isOfPlatform ? { tenant_ids: [own.id] } : isLimited ? { [limit]: [value] } : {}
    if (caller === 'built-in') return builtIn(permissions === 'few' ? 'tenant_auditor' : 'tenant_admin')
    if (caller === 'token' && !isOfPlatform) return tokenOf({ permissions: held, ...limits })
    const query = isOfPlatform ? '' : `?tenant=${own.id}`
    const name = randomUUID().slice(0, 8)
    const { id } = must(await admin.post(`/api/roles${query}`, { name, permissions: held, ...limits }), 201)
    const role = { role: isOfPlatform ? 'platform_custom' : 'tenant_custom', role_id: id }
    const client = caller === 'account' ? await accountOf(name, role, query) : await userOf(name, role, query)
    if (caller === 'custom' || caller === 'account') return { client, ...heldBy(held, isOfPlatform) }
    const { token } = must(await client.post('/api/auth/tokens', { name, ...role }), 201)
    return { client: clientOf(service.url, token), ...heldBy(held, isOfPlatform) }
  }

  function heldBy(permissions: readonly Permission[], isOfPlatform = false) {
    return { permissions: new Set(permissions), isOfPlatform }
  }

  async function builtIn(role: 'tenant_auditor' | 'tenant_admin'): Promise<Caller> {
    return { client: await own.as(role), permissions: permissionSet(role), isOfPlatform: false }
  }

  /** Returns a token that is limited itself; its user is not. */
  async function tokenOf(fields: { permissions: Permission[] }): Promise<Caller> {
    const permissions = fields.permissions.filter((one) => permissionSet('tenant_admin').has(one))
    const chief = await own.as('tenant_admin')
    const body = { name: randomUUID(), role: 'tenant_admin', ...fields, permissions }
    const { token } = must(await chief.post('/api/auth/tokens', body), 201)
    return { client: clientOf(service.url, token), ...heldBy(permissions) }
  }

  async function userOf(name: string, role: object, query: string): Promise<Client> {
    const user = { email: `${name}@example.net`, name, password: 'a password of some length', ...role }
    return service.inSessionOf(must(await admin.post(`/api/users${query}`, user), 201))
  }

  async function accountOf(name: string, role: object, query: string): Promise<Client> {
    const { id } = must(await admin.post(`/api/service-accounts${query}`, { name, ...role }), 201)
    const { token } = must(await admin.post(`/api/service-accounts/${id}/tokens`, { name }), 201)
    return clientOf(service.url, token)
  }
}
