import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import {
  type Permission,
  allPermissions,
  limitablePermissions,
  permissionSet,
  tenantPermissions,
} from '../../../../shared/permissions/permissions.ts'
import { type Combination, describeCombination, pairwise } from '../../../support/access-matrix.ts'
import { type ContractOperation, fill, readContract } from '../../../support/contract.ts'
import { type FullScene, createFullScene } from '../../../support/scene/full-scene.ts'
import {
  type Answer,
  type Client,
  type TestService,
  clientOf,
  must,
  startTestService,
} from '../../../support/service.ts'

/** What a request must get. */
interface Expected {
  status: number[]
  code?: string
  missing?: string
}

interface Caller {
  client: Client
  permissions: ReadonlySet<Permission>
  isOfPlatform: boolean
}

const secret = /S3cret/
const text = (secret: string) => `hostname r1\n!\nusername ops password 0 ${secret}\n!\nend\n`
const operations = readContract().filter(({ needsBearer }) => needsBearer)
const combinations = pairwise()

/** Permissions of callers with few. */
const few: Permission[] = ['report:read', 'secret:read']

/** Lists that do not depend on devices. */
const isOfCustomer = new Set(['listTenants', 'listPlatforms', 'getPlatformSchema'])

/** What belongs to the installation, which no limited caller reads. */
const isOfInstallation = new Set(['readSettings', 'readRestored'])

/** Only for the user who registered the copy. */
const isOfAnotherUser = new Set(['listBreakGlassConfigurations'])

/** Shows an API token only to callers with all of its permissions: that of the scene reads secrets. */
const showsCovered = new Set(['getApiToken'])

/** Names its objects in the query. */
const namesInQuery = new Set(['readNamedDeviceConfig', 'compareVersions'])

describe('the authorisation matrix', () => {
  let service: TestService
  let admin: Client
  let own: FullScene
  let foreign: FullScene
  const callers = new Map<string, Promise<Caller>>()
  before(async () => {
    service = await startTestService({ validateResponses: false }) // other tests of the contract validate them
    admin = await service.as('platform_admin')
    own = await createFullScene(service, [text('S3cretOne'), text('S3cretTwo')])
    foreign = await createFullScene(service, [text('S3cretOne'), text('S3cretTwo')])
    const ids = must(await admin.get(`/api/devices?tenant=${own.id}`), 200).map(({ id }: { id: string }) => id)
    const change = { ids, change: { site: 'Lyon' }, add_tags: ['core'] }
    must(await admin.patch(`/api/devices?tenant=${own.id}`, change), 200)
    await Promise.all(combinations.map((one) => callerOf(one)))
  })
  after(() => service.close())

  for (const operation of operations) {
    it(`is that of the contract for ${operation.id}`, async () => {
      const faults: string[] = []
      for (const combination of combinations) {
        const caller = await callerOf(combination)
        const { answer, tenant } = await ask(caller, operation, combination)
        const fault = faultOf(answer, expectedFor(caller, operation, combination, tenant), operation, combination)
        if (fault) faults.push(`${operation.id}: ${describeCombination(combination)}: ${fault}`)
      }

      expect(faults.join('\n')).to.equal('')
    })
  }

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

  /**
   * Sends a read, or a write that is rejected even for authorised callers, so that nothing is changed. A caller of the
   * platform names no customer to read everything it sees. A limited caller of a customer names another one only where the
   * path names no object.
   */
  async function ask({ client, isOfPlatform }: Caller, operation: ContractOperation, { target, limit }: Combination) {
    const scene = target === 'foreign' ? foreign : own
    const isOther = target === 'foreign' && (limit === 'none' || !operation.path.includes('{'))
    const takesTenant = operation.parameters.some(({ name }) => name === 'tenant')
    const isNamed = takesTenant && (isOfPlatform ? target === 'foreign' || operation.method !== 'GET' : isOther)
    const tenant = isNamed ? scene.id : null
    const query = new URLSearchParams(tenant ? { tenant } : {})
    for (const { name, required } of operation.parameters.filter((parameter) => parameter.in === 'query')) {
      const value = scene.queries[`${operation.id}.${name}`] ?? (required ? randomUUID() : undefined)
      if (value) query.set(name, value)
    }
    if (operation.method !== 'GET' && !operation.body) query.set('surprise', '1')
    const body = operation.body ? '{"surprise":1}' : undefined
    const where = `${fill(operation.path, scene.ids).replace(/\{\w+\}/g, randomUUID())}?${query}`
    const answer = await client.send(operation.method, where, body, { 'content-type': 'application/json' })
    return { answer, tenant }
  }

  /** Derives from the contract what a request must get, in the order of the checks. */
  function expectedFor(
    { permissions, isOfPlatform }: Caller,
    operation: ContractOperation,
    { caller, limit, target }: Combination,
    tenant: string | null,
  ): Expected {
    const { permission: ofTenant, globalPermission, method, path, id, secrets } = operation
    const isOwnAccount = ofTenant === 'signed-in'
    const needed = isOfPlatform && tenant === null ? (globalPermission ?? ofTenant) : ofTenant
    const isToken = caller === 'token' || caller === 'account'
    if (!isOwnAccount && !permissions.has(needed as Permission)) return { status: [403], missing: needed }
    if (!isOfPlatform && tenant === foreign.id) return { status: [403], code: 'tenant_not_allowed' }
    const isOfDevices = limit === 'sites' || limit === 'tags'
    if (isOfDevices && !isOwnAccount && !operation.isLimited) return { status: [403], code: 'scope_limited' }
    const isWrite = method !== 'GET' && !operation.isLimited
    if (isOfPlatform && tenant === null && isWrite && !isOwnAccount) return { status: [403], code: 'scope_limited' }
    if (secrets === 'required' && !permissions.has('secret:read')) return { status: [403], missing: 'secret:read' }
    if (operation.isForSessions && isToken) return { status: [403], missing: 'session' }
    if (isOfPlatform && tenant === foreign.id) return { status: [404] }
    const namesObject = /\{(?!customer_id|platform|resource_type|schema_id)\w+\}/.test(path)
    if (isOwnAccount) return { status: namesObject ? [200, 404, 422] : [200, 303, 422] }
    if (target === 'foreign' && (namesObject || path.includes('{customer_id}'))) return { status: [404] }
    if (target === 'outside' && (namesObject || namesInQuery.has(id))) return { status: [404] }
    if (showsCovered.has(id) && !permissions.has('secret:read')) return { status: [404] }
    if (isOfPlatform && isOfInstallation.has(id)) return { status: [403], code: 'scope_limited' }
    if (path.startsWith('/api/scim/'))
      return { status: caller === 'account' ? [200, 404, 409, 400] : [200, 403, 404, 400] }
    if (isOfAnotherUser.has(id)) return { status: [404] }
    if (isOfPlatform && tenant === null) return { status: path.includes('{') ? [200, 303, 400] : [200, 303, 400, 404] }
    return { status: method === 'GET' ? [200, 303] : [422] }
  }

  function faultOf(
    answer: Answer,
    { status, code, missing }: Expected,
    operation: ContractOperation,
    { secrets, target, limit }: Combination,
  ): string | undefined {
    const { body, headers } = answer
    const shown = `${JSON.stringify([...headers])}${answer.bytes.toString('latin1')}`
    const isScim = operation.path.startsWith('/api/scim/')
    if (!status.includes(answer.status)) return `status ${answer.status}, not ${status.join()}: ${shown.slice(-300)}`
    if (code && !isScim && body.code !== code) return `code ${body.code}, not ${code}`
    if (missing && !isScim && body.missing !== missing) return `missing ${body.missing}, not ${missing}`
    if (secrets === 'masked' && secret.test(shown)) return 'a secret in the answer'
    if (answer.status !== 200) return undefined
    const isMasked = headers.get('X-Coffer-Masked') === 'secrets'
    if (isMasked !== (secrets === 'masked' && operation.secrets === 'masked')) return `masked: ${isMasked}`
    if (shown.includes(foreign.slug) || shown.includes(foreign.ids['device_id']!))
      return 'an object of another customer'
    if (target !== 'outside' || (limit !== 'sites' && limit !== 'tags')) return undefined
    if (operation.permission === 'signed-in' || isOfCustomer.has(operation.id)) return undefined
    if (Array.isArray(body) && body.length > 0) return `${body.length} objects beyond the limit`
    return shown.includes(own.ids['device_id']!) ? 'a device beyond the limit' : undefined
  }
})
