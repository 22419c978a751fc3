import { lookup } from 'node:dns/promises'
import http from 'node:http'
import { connect, isIP, type Socket } from 'node:net'
import tls from 'node:tls'
import { exitCodes } from '../exit-codes.ts'
import { trustedAuthorities } from '../trusted-authorities.ts'
import { Blocked, type Check } from './check.ts'
import { type Proxy, proxyFor } from './proxy-for.ts'

/** A route to an address. */
export interface Route {
  url: URL
  /** What listens there, for advice: `service` or `store`. */
  owner: string
  proxyEnv: NodeJS.ProcessEnv
  caCertificates?: string
}

/** Longer than any step of a working connection takes. */
const waitLimitMs = 10_000

/**
 * Checks the connection to an address, one step a line: name, proxy, port, certificate.
 * @throws Blocked at the step that fails
 */
export async function* reach(route: Route): AsyncGenerator<Check> {
  const { url, owner } = route
  const proxy = proxyFor(url, route.proxyEnv)
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (proxy) {
    yield {
      status: 'note',
      subject: 'proxy',
      result: `connecting to ${host} through the proxy ${proxy.host} port ${proxy.port}`,
    }
  }
  const next = proxy ?? { host, port }
  const address = await resolveName(next.host, proxy ? 'proxy' : owner)
  if (isIP(next.host) === 0) yield { status: 'ok', subject: 'name', result: `${next.host} resolves to ${address}` }
  let socket = await dial(next, proxy ? 'proxy' : owner)
  try {
    yield { status: 'ok', subject: 'port', result: `${next.host} accepts connections on port ${next.port}` }
    if (url.protocol !== 'https:') {
      yield {
        status: 'note',
        subject: 'TLS',
        result: 'the address begins with http:, so the connection is not encrypted',
      }
      return
    }
    if (proxy) {
      socket = await tunnel(socket, proxy, host, port)
      yield { status: 'ok', subject: 'proxy', result: `allows connections to ${host} port ${port}` }
    }
    yield* inspect(socket, host, route)
  } finally {
    socket.destroy()
  }
}

async function resolveName(host: string, owner: string): Promise<string> {
  try {
    return (await lookup(host)).address
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Blocked(
      owner === 'proxy' ? exitCodes.proxyFailed : exitCodes.nameUnresolved,
      'name',
      `${host} cannot be resolved (${code})`,
      `check the spelling of the ${owner}'s name, then ask the administrator of the DNS that this computer uses`,
    )
  }
}

function dial({ host, port }: { host: string; port: number }, owner: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port })
    const fail = (seen: string, advice: string) => {
      socket.destroy()
      const code = owner === 'proxy' ? exitCodes.proxyFailed : exitCodes.portClosed
      reject(new Blocked(code, 'port', `no connection to ${host} port ${port}: ${seen}`, advice))
    }
    const network = `ask the administrator of the firewalls between this computer and the ${owner} to allow outgoing TCP to port ${port}`
    const timer = setTimeout(() => fail(`no response within ${waitLimitMs / 1000} s`, network), waitLimitMs)
    socket.once('connect', () => {
      clearTimeout(timer)
      resolve(socket)
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer)
      if (error.code !== 'ECONNREFUSED') return fail(error.code ?? error.message, network)
      fail('refused', `check that the ${owner} listens there, and that no firewall rejects the connection`)
    })
  })
}

/** RFC 9110 §9.3.6. */
function tunnel(socket: Socket, proxy: Proxy, host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const fail = (seen: string, advice: string) =>
      reject(new Blocked(exitCodes.proxyFailed, 'proxy', `${proxy.host} port ${proxy.port}: ${seen}`, advice))
    const allowConnect = `ask the administrator of the proxy to allow CONNECT to ${host} port ${port}`
    const request = http.request({
      createConnection: () => socket,
      method: 'CONNECT',
      path: `${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
      headers: proxy.login === undefined ? {} : { 'proxy-authorization': `Basic ${btoa(proxy.login)}` },
      timeout: waitLimitMs,
    })
    request.once('connect', ({ statusCode }) => {
      if (statusCode === 200) return resolve(socket)
      const login = 'set the correct user and password in HTTPS_PROXY, or ask the administrator of the proxy'
      fail(`the proxy responds with ${statusCode}`, statusCode === 407 ? login : allowConnect)
    })
    request.once('response', ({ statusCode }) => fail(`the proxy responds with ${statusCode}`, allowConnect))
    request.once('timeout', () => fail(`no response within ${waitLimitMs / 1000} s`, allowConnect))
    request.once('error', (error) => fail(error.message, 'check that this is an HTTP proxy'))
    request.end()
  })
}

async function* inspect(socket: Socket, host: string, { owner, caCertificates }: Route): AsyncGenerator<Check> {
  const secured = await shakeHands(socket, host, owner, caCertificates)
  const { issuer, root, error } = readIssuer(secured)
  const looksInspected = inspectors.exec(`${issuer} ${root}`)?.[0]
  const inspected = `${looksInspected} inspects this connection: a proxy between this computer and the ${owner} terminates TLS`
  if (error !== undefined) {
    throw new Blocked(
      exitCodes.tlsFailed,
      'TLS',
      `the certificate of ${host} is not trusted: ${error}; it was issued by ${issuer}${looksInspected ? `. ${inspected}` : ''}`,
      adviceOnCertificate(error),
    )
  }
  yield {
    status: 'ok',
    subject: 'TLS',
    result: `${secured.getProtocol()}; the certificate of ${host} was issued by ${issuer}`,
  }
  const isPublic = tls.rootCertificates.length > 0 && isOfNode(secured)
  if (looksInspected)
    yield { status: 'note', subject: 'TLS', result: `${inspected}; agent and service detect any change it makes` }
  else if (!isPublic) {
    const authority = `${root || issuer} is not a public authority, but one of this computer or of BKP_AGENT_CA_FILE`
    yield {
      status: 'note',
      subject: 'TLS',
      result: `${authority}: that of your organisation, or of a proxy that inspects TLS`,
    }
  }
  secured.destroy()
}

function shakeHands(socket: Socket, host: string, owner: string, ca: string | undefined): Promise<tls.TLSSocket> {
  return new Promise((resolve, reject) => {
    const authorities = trustedAuthorities()
    const secured = tls.connect({
      socket,
      host,
      servername: isIP(host) === 0 ? host : undefined,
      ca: ca === undefined ? authorities : [...authorities, ca],
      rejectUnauthorized: false, // the error is reported below
    })
    const fail = (seen: string) =>
      reject(
        new Blocked(
          exitCodes.tlsFailed,
          'TLS',
          `no TLS connection to ${host}: ${seen}`,
          `check http or https and the port in the ${owner}'s address, then ask the operator of the ${owner}`,
        ),
      )
    secured.setTimeout(waitLimitMs, () => fail(`no response within ${waitLimitMs / 1000} s`))
    secured.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message))
    secured.once('close', () => fail('the connection was closed'))
    secured.once('secureConnect', () => {
      secured.setTimeout(0)
      resolve(secured)
    })
  })
}

interface Issuer {
  issuer: string
  root: string
  /** Why the certificate is not trusted. */
  error: string | undefined
}

function readIssuer(secured: tls.TLSSocket): Issuer {
  const shown = secured.getPeerCertificate(true)
  const seen = new Set([shown.fingerprint256])
  let last: tls.DetailedPeerCertificate = shown
  while (last.issuerCertificate && !seen.has(last.issuerCertificate.fingerprint256)) {
    last = last.issuerCertificate
    seen.add(last.fingerprint256)
  }
  const reason: unknown = secured.authorizationError
  const error = reason instanceof Error ? ((reason as NodeJS.ErrnoException).code ?? reason.message) : reason
  return {
    issuer: nameOf(shown.issuer),
    root: nameOf(last.issuer),
    error: secured.authorized ? undefined : String(error),
  }
}

function nameOf(subject: tls.Certificate | undefined): string {
  const parts = [subject?.CN, subject?.O].filter((part) => part !== undefined).flat()
  return [...new Set(parts)].join(', ') || 'an issuer without a name'
}

/** Whether it validates with only the authorities included in Node. */
function isOfNode(secured: tls.TLSSocket): boolean {
  const shown = secured.getPeerX509Certificate()
  const chain = [shown]
  for (let at = shown?.issuerCertificate; at && chain.length < 10; at = at.issuerCertificate) chain.push(at)
  const last = chain.at(-1)
  return (
    last !== undefined && tls.rootCertificates.some((pem) => pem.includes(last.raw.toString('base64').slice(0, 48)))
  )
}

function adviceOnCertificate(error: string): string {
  if (/EXPIRED|NOT_YET_VALID/.test(error)) {
    return 'check the clock of this computer; if it is correct, ask the operator of the service to renew the certificate'
  }
  if (/ALTNAME/.test(error))
    return 'use a name that the certificate contains, or ask the operator of the service to add this one'
  return 'ask the operator of the service or the proxy whether the issuing authority is theirs, then add it to BKP_AGENT_CA_FILE (PEM)'
}

/** Products that intercept TLS, by the name in their certificates. */
const inspectors =
  /Zscaler|Netskope|Forti(?:Gate|net)|Palo Alto|Blue ?Coat|Sophos|Check ?Point|Cisco (?:Umbrella|Secure)|McAfee|Skyhigh|Forcepoint|Websense|Barracuda|WatchGuard|SonicWall|Untangle|Kaspersky|ESET|Bitdefender|Avast|AVG|mitmproxy|Squid|Charles Proxy|Fiddler|iboss|Menlo|Cato Networks/i
