import { lookup } from 'node:dns/promises'
import http from 'node:http'
import { connect, isIP, type Socket } from 'node:net'
import tls from 'node:tls'
import { exitCodes } from '../exit-codes.ts'
import { trustedAuthorities } from '../trusted-authorities.ts'
import { Blocked, type Check } from './check.ts'
import { type Proxy, proxyFor } from './proxy-for.ts'

/** A route to an address. */
export interface Way {
  url: URL
  /** The target, as printed at the start of a line: `service`, `store`. */
  whose: string
  proxyEnv: NodeJS.ProcessEnv
  caCertificates?: string
}

/** Longer than any step of a working connection takes. */
const waitLimitMs = 10_000

/**
 * Checks the connection to an address, one step a line: name, proxy, port, certificate.
 * @throws Blocked at the step that fails
 */
export async function* reach(way: Way): AsyncGenerator<Check> {
  const { url, whose } = way
  const proxy = proxyFor(url, way.proxyEnv)
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (proxy) {
    yield { is: 'note', what: 'proxy', said: `${host} is asked through the proxy ${proxy.host} port ${proxy.port}` }
  }
  const next = proxy ?? { host, port }
  const address = await resolve(next.host, proxy ? 'proxy' : whose)
  if (isIP(next.host) === 0) yield { is: 'ok', what: 'name', said: `${next.host} is ${address}` }
  let socket = await dial(next, proxy ? 'proxy' : whose)
  try {
    yield { is: 'ok', what: 'port', said: `${next.host} port ${next.port} takes connections` }
    if (url.protocol !== 'https:') {
      yield { is: 'note', what: 'TLS', said: 'the address begins with http: what is said can be read on the way' }
      return
    }
    if (proxy) {
      socket = await tunnel(socket, proxy, host, port)
      yield { is: 'ok', what: 'proxy', said: `lets us through to ${host} port ${port}` }
    }
    yield* inspect(socket, host, way)
  } finally {
    socket.destroy()
  }
}

async function resolve(host: string, whose: string): Promise<string> {
  try {
    return (await lookup(host)).address
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Blocked(
      whose === 'proxy' ? exitCodes.proxyFailed : exitCodes.nameUnresolved,
      'name',
      `${host} cannot be resolved (${code})`,
      `check the spelling of the ${whose}'s name, then ask the administrator of the DNS that this computer uses`,
    )
  }
}

function dial({ host, port }: { host: string; port: number }, whose: string): Promise<Socket> {
  return new Promise((done, fail) => {
    const socket = connect({ host, port })
    const give = (seen: string, mender: string) => {
      socket.destroy()
      const code = whose === 'proxy' ? exitCodes.proxyFailed : exitCodes.portClosed
      fail(new Blocked(code, 'port', `no connection with ${host} port ${port}: ${seen}`, mender))
    }
    const network = `ask the administrator of the firewalls between this computer and the ${whose} to allow outgoing TCP to port ${port}`
    const timer = setTimeout(() => give(`no answer in ${waitLimitMs / 1000} s`, network), waitLimitMs)
    socket.once('connect', () => {
      clearTimeout(timer)
      done(socket)
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer)
      if (error.code !== 'ECONNREFUSED') return give(error.code ?? error.message, network)
      give('refused', `check that the ${whose} listens there, and that no firewall refuses the connection for it`)
    })
  })
}

/** RFC 9110 §9.3.6. */
function tunnel(socket: Socket, proxy: Proxy, host: string, port: number): Promise<Socket> {
  return new Promise((done, fail) => {
    const give = (seen: string, mender: string) =>
      fail(new Blocked(exitCodes.proxyFailed, 'proxy', `${proxy.host} port ${proxy.port}: ${seen}`, mender))
    const keeper = `ask the administrator of the proxy to allow CONNECT to ${host} port ${port}`
    const request = http.request({
      createConnection: () => socket,
      method: 'CONNECT',
      path: `${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
      headers: proxy.login === undefined ? {} : { 'proxy-authorization': `Basic ${btoa(proxy.login)}` },
      timeout: waitLimitMs,
    })
    request.once('connect', ({ statusCode }) => {
      if (statusCode === 200) return done(socket)
      const login = 'put the right user and password into HTTPS_PROXY, or ask the administrator of the proxy'
      give(`it answers ${statusCode}`, statusCode === 407 ? login : keeper)
    })
    request.once('response', ({ statusCode }) => give(`it answers ${statusCode}`, keeper))
    request.once('timeout', () => give(`no answer in ${waitLimitMs / 1000} s`, keeper))
    request.once('error', (error) => give(error.message, 'check that this is a proxy for HTTP'))
    request.end()
  })
}

async function* inspect(socket: Socket, host: string, { whose, caCertificates }: Way): AsyncGenerator<Check> {
  const secured = await shakeHands(socket, host, whose, caCertificates)
  const { issuer, root, doubt } = issuedBy(secured)
  const looksInspected = inspectors.exec(`${issuer} ${root}`)?.[0]
  const inspected = `${looksInspected} inspects what is said here: a proxy between us and the ${whose} ends the TLS`
  if (doubt !== undefined) {
    throw new Blocked(
      exitCodes.tlsFailed,
      'TLS',
      `the certificate of ${host} is not trusted: ${doubt}; it was issued by ${issuer}${looksInspected ? `. ${inspected}` : ''}`,
      responsibleParty(doubt),
    )
  }
  yield { is: 'ok', what: 'TLS', said: `${secured.getProtocol()}; ${host} has a certificate issued by ${issuer}` }
  const isPublic = tls.rootCertificates.length > 0 && isOfNode(secured)
  if (looksInspected) yield { is: 'note', what: 'TLS', said: `${inspected}; agent and service notice what it alters` }
  else if (!isPublic) {
    const said = `${root || issuer} is an authority of this computer or of BKP_AGENT_CA_FILE, not a public one`
    yield { is: 'note', what: 'TLS', said: `${said}: your organisation's, or that of a proxy which inspects` }
  }
  secured.destroy()
}

function shakeHands(socket: Socket, host: string, whose: string, ca: string | undefined): Promise<tls.TLSSocket> {
  return new Promise((done, fail) => {
    const authorities = trustedAuthorities()
    const secured = tls.connect({
      socket,
      host,
      servername: isIP(host) === 0 ? host : undefined,
      ca: ca === undefined ? authorities : [...authorities, ca],
      rejectUnauthorized: false, // the error is reported below
    })
    const give = (seen: string) =>
      fail(
        new Blocked(
          exitCodes.tlsFailed,
          'TLS',
          `${host} does not agree on TLS: ${seen}`,
          `check http or https and the port in the ${whose}'s address, then ask the operator of the ${whose}`,
        ),
      )
    secured.setTimeout(waitLimitMs, () => give(`no answer in ${waitLimitMs / 1000} s`))
    secured.on('error', (error: NodeJS.ErrnoException) => give(error.code ?? error.message))
    secured.once('close', () => give('the connection was closed'))
    secured.once('secureConnect', () => {
      secured.setTimeout(0)
      done(secured)
    })
  })
}

interface Issued {
  issuer: string
  root: string
  doubt: string | undefined
}

function issuedBy(secured: tls.TLSSocket): Issued {
  const shown = secured.getPeerCertificate(true)
  const seen = new Set([shown.fingerprint256])
  let last: tls.DetailedPeerCertificate = shown
  while (last.issuerCertificate && !seen.has(last.issuerCertificate.fingerprint256)) {
    last = last.issuerCertificate
    seen.add(last.fingerprint256)
  }
  const reason: unknown = secured.authorizationError
  const doubt = reason instanceof Error ? ((reason as NodeJS.ErrnoException).code ?? reason.message) : reason
  return {
    issuer: nameOf(shown.issuer),
    root: nameOf(last.issuer),
    doubt: secured.authorized ? undefined : String(doubt),
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

function responsibleParty(doubt: string): string {
  if (/EXPIRED|NOT_YET_VALID/.test(doubt)) {
    return 'check the clock of this computer; if it is right, ask the operator of the service to renew the certificate'
  }
  if (/ALTNAME/.test(doubt))
    return 'use the name that is in the certificate, or ask the operator of the service to add this one'
  return 'ask the operator of the service or the proxy whether the issuing authority is theirs, then put it into BKP_AGENT_CA_FILE (PEM)'
}

/** Products that intercept TLS, by the name in their certificates. */
const inspectors =
  /Zscaler|Netskope|Forti(?:Gate|net)|Palo Alto|Blue ?Coat|Sophos|Check ?Point|Cisco (?:Umbrella|Secure)|McAfee|Skyhigh|Forcepoint|Websense|Barracuda|WatchGuard|SonicWall|Untangle|Kaspersky|ESET|Bitdefender|Avast|AVG|mitmproxy|Squid|Charles Proxy|Fiddler|iboss|Menlo|Cato Networks/i
