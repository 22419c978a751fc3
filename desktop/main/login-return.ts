import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** Texts of the page that the browser shows at the end. */
export interface LoginReturnTexts {
  loginDone: string
  loginDoneHint: string
}

/** A wait for the end of one login. */
interface Listener {
  code: Promise<string | null>
  end: (code: string | null) => void
}

/** As long as a login at a provider may take. */
const timeoutMs = 10 * 60_000

/**
 * Awaits the end of a login in the system's browser at an address of this computer (RFC 8252, section 7.3). Its path is
 * random: other pages in the browser cannot hand over a code. The code is worthless without the verifier of the page that
 * began the login.
 */
export function createLoginReturn(texts: LoginReturnTexts, waitMs = timeoutMs) {
  let listener: Listener | null = null

  /** Ends a wait, whose result is then null. */
  const close = () => listener?.end(null)

  return {
    close,

    /** Listens at a new address, and returns it. A former wait ends. */
    async open(): Promise<string> {
      close()
      const path = `/${randomBytes(32).toString('base64url')}`
      const server = http.createServer({ requestTimeout: 10_000 })
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(0, '127.0.0.1', resolve)
      })
      const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
      const { promise: code, resolve } = Promise.withResolvers<string | null>()
      const late = setTimeout(() => end(null), waitMs).unref()
      const end = (found: string | null) => {
        clearTimeout(late)
        if (listener === own) listener = null
        server.close()
        server.closeIdleConnections()
        resolve(found)
      }
      const own: Listener = { code, end }
      server.on('request', (req, res) => {
        const found = codeIn(req, host, path)
        if (found === null) return void res.writeHead(404, { connection: 'close' }).end()
        sendPage(res, texts, () => end(found))
      })
      listener = own
      return `http://${host}${path}`
    },

    /** Whether a login may be awaited. */
    isOpen: () => listener !== null,

    /** Returns the code with which the browser came back; null after ten minutes, or if another login began. */
    async wait(): Promise<string | null> {
      const { code } = listener ?? { code: null }
      return code
    },
  }
}

export type LoginReturn = ReturnType<typeof createLoginReturn>

/** Returns the code of a request that the browser was sent with; null for any other request. */
function codeIn({ method, headers, url }: http.IncomingMessage, host: string, path: string): string | null {
  if (method !== 'GET' || headers.host !== host) return null // a name that resolves to this computer is no match
  const asked = URL.parse(url ?? '', `http://${host}`)
  const code = asked?.searchParams.get('sso_code') ?? ''
  return asked?.pathname === path && /^[A-Za-z0-9_-]{20,200}$/.test(code) ? code : null
}

function sendPage(res: http.ServerResponse, { loginDone, loginDoneHint }: LoginReturnTexts, sent: () => void): void {
  res.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  })
  res.end(`<!doctype html><title>${loginDone}</title><h1>${loginDone}</h1><p>${loginDoneHint}</p>`, sent)
}
