import { isIP } from 'node:net'
import {
  type OutboundClient,
  type OutgoingAnswer,
  OutgoingFailed,
  type OutgoingFault,
} from '../../../outbound/outbound-client.ts'
import { message } from '../../../../shared/messages/message.ts'
import { DomainError, type FieldError, invalidField, invalidFields } from '../../kernel/domain-error.ts'
import { JsonRefused, parseJsonCooperatively } from '../../../parse-json-cooperatively.ts'
import { type NetboxDevice, netboxDeviceOf } from './netbox-device.ts'
import { netboxPlatforms } from './netbox-platforms.ts'
import { type ImportMessage, generalWarning } from './import-report.ts'
import { type RawInventory, maxLines } from './raw-inventory.ts'

/** Address of a NetBox and its API token. */
export interface NetboxSource {
  /** Address of the NetBox, or of a list of its devices or virtual machines with filters. */
  url: string
  token: string | null
}

/** Limits that apply whatever the NetBox returns. */
export interface NetboxLimits {
  pageBytes: number
  pageMs: number
  /** For all pages, in milliseconds; the current request is completed. */
  totalMs: number
}

const netboxLimits: NetboxLimits = { pageBytes: 16 * 1024 ** 2, pageMs: 60_000, totalMs: 15 * 60_000 }

/**
 * Yields the devices of a NetBox, page by page. Planned, stored and decommissioned ones are left out.
 * @throws DomainError validation_failed (`url` or `token` rejected), source_unreachable if the NetBox does not
 *   respond or takes too long
 */
export async function readNetbox(
  outgoing: OutboundClient,
  source: NetboxSource,
  signal: AbortSignal,
  limits: NetboxLimits = netboxLimits,
): Promise<RawInventory> {
  const list = listOf(source.url)
  const until = performance.now() + limits.totalMs
  const inventory: RawInventory = { lines: [], rejected: [], warnings: [] }
  let row = 0
  let idle = 0
  for (;;) {
    const { results, isLast } = await readPage(outgoing, { list, row, token: source.token }, limits, signal)
    for (const entry of results) {
      row += 1
      const device = netboxDeviceOf(entry)
      if ('field' in device) inventory.rejected.push({ row, name: null, errors: [formError(device.field)] })
      else if (idleStates.includes(device.status ?? '')) idle += 1
      else addDevice(inventory, row, device)
    }
    if (isLast || results.length === 0) break
    if (row >= maxLines) throw invalidField('url', 'netbox_too_many_devices', { max: maxLines })
    if (performance.now() > until) {
      throw unreachable(list.host, 'slow', { timeoutMs: limits.totalMs })
    }
  }
  if (idle > 0) {
    inventory.warnings.push(generalWarning(message('import_netbox_inactive', { count: idle, states: idleStates })))
  }
  return inventory
}

function formError(path: string): FieldError {
  return { path, error: message('netbox_field_invalid') }
}

/** Statuses of devices that cannot be reached. */
const idleStates = ['planned', 'inventory', 'decommissioning']

const pageSize = 500

/** Maximum nesting of a response; NetBox's own entries need five levels. */
const maxLevels = 32

/** @throws DomainError validation_failed */
function listOf(text: string): URL {
  const url = URL.parse(text)
  if (!url) throw invalidField('url', 'url_invalid', { example: 'https://netbox.example.net' })
  const [, base = '', list] =
    /^(.*?)\/*(?:\/api(?:\/(dcim\/devices|virtualization\/virtual-machines))?)?\/*$/.exec(url.pathname) ?? []
  url.pathname = `${base}/api/${list ?? 'dcim/devices'}/`
  url.hash = ''
  return url
}

async function readPage(
  outgoing: OutboundClient,
  { list, row, token }: { list: URL; row: number; token: string | null },
  { pageMs, pageBytes }: NetboxLimits,
  signal: AbortSignal,
) {
  const url = new URL(list)
  url.searchParams.set('limit', String(pageSize))
  url.searchParams.set('offset', String(row))
  url.searchParams.set('fields', 'id,name,status,primary_ip,platform,site,tags')
  url.searchParams.set('exclude', 'config_context') // slowest part of NetBox before 4.0, which ignores `fields`
  const headers = { accept: 'application/json', ...(token && { authorization: authorizationBy(token) }) }
  const limits = { timeoutMs: pageMs, maxBytes: pageBytes }
  const answer = await outgoing({ method: 'GET', url: url.href, headers, ...limits, signal }).catch(
    (error: unknown) => {
      throw explain(error, url.host, pageMs)
    },
  )
  refuseUnless200(answer, url.host, token)
  return pageOf(answer, url.host)
}

/** Version 2 since NetBox 4.5, version 1 before (NetBox documentation, "REST API", "Authentication"). */
function authorizationBy(token: string): string {
  return token.startsWith('nbt_') ? `Bearer ${token}` : `Token ${token}`
}

function explain(error: unknown, host: string, timeoutMs: number): unknown {
  if (!(error instanceof OutgoingFailed)) return error
  const { fault, reason } = error
  switch (reason.code) {
    case 'address_not_allowed':
    case 'response_too_long':
    case 'url_has_login':
    case 'url_invalid':
      return invalidFields([{ path: 'url', error: reason }])
    default:
      return unreachable(host, fault, { timeoutMs, error: 'error' in reason.params ? reason.params.error : fault })
  }
}

/** Returns source_unreachable whose `error` is an HTTP status or the error code of a system call. */
function unreachable(
  host: string,
  reason: OutgoingFault | 'http_status' | 'slow',
  { timeoutMs = 0, error = '' }: { timeoutMs?: number; error?: string },
): DomainError {
  const params = { host, reason, timeout: timeoutMs / 1000, error }
  return new DomainError('source_unreachable', params, { retry_after_seconds: 60 })
}

function refuseUnless200({ status }: OutgoingAnswer, host: string, token: string | null) {
  if (status === 200) return
  if (status === 401 || status === 403) {
    const code = token ? 'netbox_token_rejected' : 'netbox_token_required'
    throw invalidField('token', code, { host, status: String(status) })
  }
  if (status === 429 || status >= 500) throw unreachable(host, 'http_status', { error: String(status) })
  const isElsewhere = status >= 300 && status < 400
  throw invalidField('url', isElsewhere ? 'netbox_redirects' : 'not_netbox', { host, status: String(status) })
}

/** @throws DomainError validation_failed for a response that is not NetBox's */
async function pageOf(
  { body }: OutgoingAnswer,
  host: string,
): Promise<{ results: Record<string, unknown>[]; isLast: boolean }> {
  const page = await parsed(body)
  if (!isObject(page) || !Array.isArray(page['results']) || !page['results'].every(isObject)) {
    throw invalidField('url', 'not_netbox_answer', { host })
  }
  const { results, next } = page
  if (results.length > pageSize) {
    throw invalidField('url', 'netbox_page_too_long', { host, count: results.length, max: pageSize })
  }
  return { results, isLast: typeof next !== 'string' }
}

async function parsed(body: Buffer): Promise<unknown> {
  try {
    return await parseJsonCooperatively(body, { levels: maxLevels })
  } catch (error) {
    if (error instanceof JsonRefused) return null
    throw error
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function addDevice({ lines, rejected, warnings }: RawInventory, row: number, device: NetboxDevice) {
  const { name, primaryAddress, site, tags } = device
  if (name === null) {
    return void rejected.push({ row, name, errors: [{ path: 'name', error: message('netbox_name_missing') }] })
  }
  const definition: Record<string, unknown> = { name }
  const [hostname = ''] = primaryAddress?.split('/') ?? []
  if (hostname !== '' && isIP(hostname) === 0) {
    const error = message('netbox_address_invalid', { address: hostname.slice(0, 100) })
    return void rejected.push({ row, name, errors: [{ path: 'primary_ip', error }] })
  }
  if (hostname !== '') definition['hostname'] = hostname
  else warnings.push({ row, name, warning: message('import_netbox_without_address') })
  const platform = device.platform ? netboxPlatforms(device.platform) : undefined
  if (platform) definition['platform'] = platform
  else warnings.push({ row, name, warning: platformWarning(device.platform?.slug) })
  if (site !== null) definition['site'] = site
  if (tags) definition['tags'] = [...new Set(tags)]
  lines.push({ row, definition })
}

function platformWarning(slug: string | undefined): ImportMessage {
  if (!slug) return message('import_netbox_without_platform')
  return message('import_platform_unknown', { platform: slug.slice(0, 100) })
}
