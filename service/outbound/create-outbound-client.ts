import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import http, { type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import { message } from '../../shared/messages/message.ts'
import { explainSocketError } from './explain-socket-error.ts'
import { type AddressFault, faultOfAddress, plainAddress } from './ssrf-policy.ts'
import {
  type AddressError,
  type OutboundClient,
  type OutgoingAnswer,
  OutgoingFailed,
  type OutgoingRequest,
} from './outbound-client.ts'

/** Rules for allowed destinations; the defaults are those of this machine. */
export interface OutboundDependencies {
  /** Returns why an address must not be requested; null if it may. */
  checkAddress: (address: string) => AddressFault | null
  /** Public addresses of this service: a load balancer in front of it has addresses that no local interface has. */
  ownUrls?: readonly string[]
  /** Allowed even if `checkAddress` rejects them. */
  allow?: readonly { address: string; port: number }[]
  resolve?: (host: string) => Promise<LookupAddress[]>
}

/** Applies `faultOfAddress` with the machine's interfaces at the time of a request. */
export function checkAddressFor(allowPrivate: boolean): OutboundDependencies['checkAddress'] {
  return (address) => faultOfAddress(address, { allowPrivate, own: ownAddresses() })
}

/**
 * Creates a client that only requests allowed addresses. A name is resolved once, its addresses are checked, and the
 * connection goes to a checked address, so DNS rebinding has no effect. Redirects are returned, not followed.
 * Connections are not reused, and proxies of the environment are ignored.
 */
export function createOutboundClient({
  checkAddress,
  ownUrls = [],
  allow = [],
  resolve = resolveName,
}: OutboundDependencies): OutboundClient {
  const own = ownUrls.map((one) => new URL(one))
  const isAllowed = (address: string, url: URL) =>
    allow.some((one) => String(one.port) === portOf(url) && plainAddress(one.address) === plainAddress(address))
  return Object.assign(ask, { findFault, findAddresses })

  function findFault(text: string): AddressError | null {
    const url = URL.parse(text)
    if (!url) return null
    const bare = url.hostname.replace(/^\[|\]$/g, '')
    const address = nameOf(bare) === 'localhost' ? '127.0.0.1' : bare
    if (isIP(address) === 0) return isNamedAsOwn(url) ? notAllowed(url.host, 'this_service') : null
    if (isOwnSocket(url)) return notAllowed(url.host, 'this_service')
    const fault = isAllowed(address, url) ? null : checkAddress(address)
    return fault && notAllowed(url.host, fault)
  }

  function isNamedAsOwn(url: URL): boolean {
    return own.some(({ hostname }) => nameOf(hostname) === nameOf(url.hostname))
  }

  function isOwnSocket(url: URL): boolean {
    return own.some((one) => nameOf(one.hostname) === nameOf(url.hostname) && portOf(one) === portOf(url))
  }

  function findAddresses(text: string, timeoutMs: number): Promise<LookupAddress[]> {
    return findChecked(new URL(text), AbortSignal.timeout(timeoutMs))
  }

  /** Returns the addresses of a host that may be connected, which are none of this service. */
  async function findChecked(url: URL, signal: AbortSignal): Promise<LookupAddress[]> {
    const isLiteral = isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0
    if (isOwnSocket(url) || (isNamedAsOwn(url) && !isLiteral)) {
      throw new OutgoingFailed('address_refused', notAllowed(url.host, 'this_service'))
    }
    const find = (host: string) => untilAborted(resolve(host), signal)
    const rules = (address: string) => (isAllowed(address, url) ? null : checkAddress(address))
    const allowed = await allowedAddresses(url, rules, find)
    for (const one of own.filter((known) => portOf(known) === portOf(url))) {
      const addresses = await addressesOf(one, find).catch(() => []) // a name that only resolves elsewhere
      const isOwn = addresses.some(({ address }) => allowed.some((other) => other.address === address))
      if (isOwn) throw new OutgoingFailed('address_refused', notAllowed(url.host, 'this_service'))
    }
    return allowed
  }

  async function ask(request: OutgoingRequest): Promise<OutgoingAnswer> {
    const url = readUrl(request.url)
    const timeout = AbortSignal.timeout(request.timeoutMs)
    const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout
    try {
      const allowed = await findChecked(url, signal)
      return await exchange(url, request, allowed, signal)
    } catch (error) {
      throw explain(error, url.host, request, timeout)
    }
  }
}

function notAllowed(host: string, reason: AddressFault): AddressError {
  return message('address_not_allowed', { host, reason })
}

/** @throws OutgoingFailed, which quotes nothing of the URL */
function readUrl(text: string): URL {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new OutgoingFailed('url_refused', message('url_invalid', { example: 'https://host.example.net' }))
  }
  if (url.username || url.password) {
    throw new OutgoingFailed('url_refused', message('url_has_login'))
  }
  return url
}

async function allowedAddresses(
  { hostname, host }: URL,
  checkAddress: OutboundDependencies['checkAddress'],
  resolve: (host: string) => Promise<LookupAddress[]>,
): Promise<LookupAddress[]> {
  const found = await addressesOf({ hostname }, resolve)
  const faults = found.map(({ address }) => checkAddress(address))
  const allowed = found.filter((_address, at) => faults[at] === null)
  if (allowed.length > 0) return allowed
  const [fault] = faults
  if (fault) throw new OutgoingFailed('address_refused', notAllowed(host, fault))
  throw new OutgoingFailed('name_unknown', message('outbound_name_unresolved', { host, error: 'ENODATA' }))
}

async function addressesOf(
  { hostname }: Pick<URL, 'hostname'>,
  resolve: (host: string) => Promise<LookupAddress[]>,
): Promise<LookupAddress[]> {
  const bare = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(bare)
  return family ? [{ address: bare, family }] : resolve(bare)
}

/** A trailing dot has no effect (RFC 1034, section 3.1). */
function nameOf(hostname: string): string {
  return hostname.replace(/\.$/, '')
}

const defaultPorts: Record<string, string> = { 'https:': '443', 'ldaps:': '636', 'ldap:': '389' }

function portOf({ protocol, port }: URL): string {
  return port || (defaultPorts[protocol] ?? '80')
}

function exchange(
  url: URL,
  { method, headers, body, maxBytes, cutsLonger }: OutgoingRequest,
  allowed: LookupAddress[],
  signal: AbortSignal,
): Promise<OutgoingAnswer> {
  const bytes = body === undefined ? undefined : Buffer.from(body)
  const options: RequestOptions = {
    method,
    agent: false,
    signal,
    lookup: answering(allowed),
    headers: {
      'accept-encoding': 'identity',
      'user-agent': 'Coffer',
      ...headers,
      ...(bytes && { 'content-length': String(bytes.length) }),
    },
  }
  return new Promise((resolve, reject) => {
    const sent = (url.protocol === 'https:' ? https : http).request(url, options, (answer) => {
      readBody(answer, maxBytes, cutsLonger === true).then(
        (read) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: read }),
        reject,
      )
    })
    sent.on('error', reject)
    sent.end(bytes)
  })
}

/** Replaces a second lookup. */
function answering(allowed: LookupAddress[]): LookupFunction {
  return (_host, { all }, done) => {
    const [first] = allowed
    if (all) done(null, allowed)
    else done(null, first?.address ?? '', first?.family)
  }
}

async function readBody(answer: IncomingMessage, maxBytes: number, cutsLonger: boolean): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes <= maxBytes) continue
    answer.destroy()
    if (!cutsLonger) throw new OutgoingFailed('too_long', message('response_too_long', { max: maxBytes }))
    break
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

function explain(error: unknown, host: string, request: OutgoingRequest, timeout: AbortSignal): unknown {
  if (error instanceof OutgoingFailed) return error
  if (request.signal?.aborted) return new OutgoingFailed('given_up', message('outbound_cancelled', { host }))
  if (timeout.aborted) {
    const timeout = Math.ceil(request.timeoutMs / 1000)
    return new OutgoingFailed('timed_out', message('outbound_timed_out', { host, timeout }))
  }
  return explainSocketError(error, host)
}

function resolveName(host: string): Promise<LookupAddress[]> {
  return lookup(host, { all: true })
}

/** A lookup cannot be cancelled: its result is ignored. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) => addresses?.map(({ address }) => address) ?? [])
}
