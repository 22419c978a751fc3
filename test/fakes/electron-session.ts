import http from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import tls from 'node:tls'

type Verify = (
  request: { hostname: string; certificate: { data: string }; verificationResult: string },
  decide: (result: number) => void,
) => void

/**
 * A session of Electron's as far as the program uses it: requests that really go out, certificates that are really
 * checked, and, as Chromium does, what was decided about a certificate is remembered for the session's life.
 */
export function fakeSession() {
  let verify: Verify | null = null
  const decided = new Map<string, boolean>()

  async function isTaken(socket: tls.TLSSocket, hostname: string): Promise<boolean> {
    const certificate = socket.getPeerX509Certificate()
    if (!certificate) return false
    const result = resultOf(socket, hostname)
    const key = `${hostname} ${certificate.fingerprint256}`
    const known = decided.get(key)
    if (known !== undefined) return known
    const decision = await new Promise<number>((resolve) => {
      if (!verify) return resolve(-3)
      verify({ hostname, certificate: { data: certificate.toString() }, verificationResult: result }, resolve)
    })
    const isGood = decision === 0 || (decision === -3 && result === 'net::OK')
    decided.set(key, isGood)
    return isGood
  }

  return {
    setCertificateVerifyProc(proc: Verify | null) {
      verify = proc
    },
    setPermissionRequestHandler() {},
    setPermissionCheckHandler() {},
    setDevicePermissionHandler() {},
    fetch(url: string, init: { method?: string; headers?: Headers; body?: ArrayBuffer; signal?: AbortSignal } = {}) {
      const { protocol, hostname } = new URL(url)
      return new Promise<Response>((resolve, reject) => {
        const { method = 'GET', body, signal } = init
        const headers = Object.fromEntries(init.headers ?? new Headers())
        const request =
          protocol === 'https:'
            ? https.request(url, { method, headers, signal, agent: false, rejectUnauthorized: false })
            : http.request(url, { method, headers, signal, agent: false })
        request.on('error', reject)
        request.on('response', (answer) => {
          const status = answer.statusCode ?? 0
          if (status >= 300 && status < 400) return request.destroy(new Error('net::ERR_ABORTED'))
          const stream = Readable.toWeb(answer) as ReadableStream<Uint8Array>
          const given = new Headers(
            Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
          )
          resolve(new Response([204, 304].includes(status) ? null : stream, { status, headers: given }))
        })
        const send = () => request.end(body && Buffer.from(body))
        if (protocol === 'http:') return send()
        request.on('socket', (socket) => {
          socket.once('secureConnect', () => {
            void isTaken(socket as tls.TLSSocket, hostname).then((isGood) =>
              isGood ? send() : request.destroy(new Error('net::ERR_CERT_AUTHORITY_INVALID')),
            )
          })
        })
      })
    },
  }
}

/** Chromium’s names of OpenSSL errors. */
function resultOf(socket: tls.TLSSocket, hostname: string): string {
  const error = String(socket.authorizationError ?? '')
  if (error.includes('EXPIRED') || error.includes('NOT_YET_VALID')) return 'net::ERR_CERT_DATE_INVALID'
  if (error.includes('SELF_SIGNED') || error.includes('UNABLE_TO')) return 'net::ERR_CERT_AUTHORITY_INVALID'
  if (error) return 'net::ERR_CERT_INVALID'
  return tls.checkServerIdentity(hostname, socket.getPeerCertificate())
    ? 'net::ERR_CERT_COMMON_NAME_INVALID'
    : 'net::OK'
}
