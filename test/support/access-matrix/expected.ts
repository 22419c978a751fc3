import type { Permission } from '../../../shared/permissions/permissions.ts'
import type { ContractOperation } from '../contract.ts'
import type { FullScene } from '../scene/full-scene.ts'
import type { Answer } from '../service.ts'
import type { Caller } from './callers.ts'
import type { Combination } from './combinations.ts'

/** What a request must get. */
export interface Expected {
  status: number[]
  code?: string
  missing?: string
}

/** The customer that a request names, and the one that the caller may not see. */
export interface Asked {
  tenant: string | null
  foreignId: string
}

/** Secrets of the scenes begin with it. */
const secret = /S3cret/

/** Lists that do not depend on devices. */
const isOfCustomer = new Set(['listTenants', 'listPlatforms', 'getPlatformSchema'])

/** What belongs to the installation, which no limited caller reads. */
const isOfInstallation = new Set(['readSettings', 'readRestored', 'readMailServer'])

/** Only for the user who registered the copy. */
const isOfAnotherUser = new Set(['listBreakGlassConfigurations'])

/** Shows an API token only to callers with all of its permissions: that of the scene reads secrets. */
const showsCovered = new Set(['getApiToken'])

/** Names its objects in the query. */
const namesInQuery = new Set(['readNamedDeviceConfig', 'compareVersions'])

/** Derives from the contract what a request must get, in the order of the checks. */
export function expectedFor(
  { permissions, isOfPlatform }: Caller,
  operation: ContractOperation,
  { caller, limit, target }: Combination,
  { tenant, foreignId }: Asked,
): Expected {
  const { permission: ofTenant, globalPermission, method, path, id, secrets } = operation
  const isOwnAccount = ofTenant === 'signed-in'
  const needed = isOfPlatform && tenant === null ? (globalPermission ?? ofTenant) : ofTenant
  const isToken = caller === 'token' || caller === 'account'
  if (!isOwnAccount && !permissions.has(needed as Permission)) return { status: [403], missing: needed }
  if (!isOfPlatform && tenant === foreignId) return { status: [403], code: 'tenant_not_allowed' }
  const isOfDevices = limit === 'sites' || limit === 'tags'
  if (isOfDevices && !isOwnAccount && !operation.isLimited) return { status: [403], code: 'scope_limited' }
  const isWrite = method !== 'GET' && !operation.isLimited
  if (isOfPlatform && tenant === null && isWrite && !isOwnAccount) return { status: [403], code: 'scope_limited' }
  if (secrets === 'required' && !permissions.has('secret:read')) return { status: [403], missing: 'secret:read' }
  if (operation.isForSessions && isToken) return { status: [403], missing: 'session' }
  if (isOfPlatform && tenant === foreignId) return { status: [404] }
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

/** Returns what is wrong with an answer; undefined if nothing is. */
export function faultOf(
  answer: Answer,
  { status, code, missing }: Expected,
  operation: ContractOperation,
  { secrets, target, limit }: Combination,
  { own, foreign }: { own: FullScene; foreign: FullScene },
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
  if (shown.includes(foreign.slug) || shown.includes(foreign.ids['device_id']!)) return 'an object of another customer'
  if (target !== 'outside' || (limit !== 'sites' && limit !== 'tags')) return undefined
  if (operation.permission === 'signed-in' || isOfCustomer.has(operation.id)) return undefined
  if (Array.isArray(body) && body.length > 0) return `${body.length} objects beyond the limit`
  return shown.includes(own.ids['device_id']!) ? 'a device beyond the limit' : undefined
}
