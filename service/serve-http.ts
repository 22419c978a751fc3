import { once } from 'node:events'
import type { Logger } from 'pino'
import type { Closers } from './closers.ts'
import type { Dependencies } from './dependencies.ts'
import { shareOfLimit } from './share-of-limit.ts'
import { createApp } from './http/app.ts'
import { type Server, createServer } from './http/create-server.ts'
import { followTlsIdentity } from './http/follow-tls-identity.ts'
import type { Settings } from './settings.ts'
import { StartupError } from './store/startup-error.ts'
import { readTlsIdentity } from './tls-identity.ts'

/** Addresses on which one process, or all HTTP processes of a replica, listen. */
export interface HttpAddresses {
  address: string
  /** Serves only the agent protocol, for the local agent if the certificate does not cover 127.0.0.1. */
  localAddress: string
}

/** A running HTTP API. */
export interface HttpService extends HttpAddresses {
  /** Checks immediately whether the certificate was replaced. */
  reload(): void
}

/**
 * Serves the API on the configured address.
 * @throws StartupError port_in_use, port_unusable, and those of the certificate
 */
export async function serveHttp(dependencies: Dependencies, closers: Closers): Promise<HttpService> {
  const { settings, log } = dependencies
  const identity = settings.tls ? readTlsIdentity(settings.tls) : undefined
  const app = createApp(dependencies)
  const server = createServer(app, {
    identity,
    maxConnections: shareOfLimit(settings.maxConnections),
    isProxy: (address) => app.get('trust proxy fn')(address, 0),
    onTurnedAway: throttledWarn(log),
  })
  const address = await listen(server, settings)
  closers.add(() => closeServer(server))
  let reload = () => log.info('nothing to reload: BKP_TLS_CERT_FILE is not set')
  if (settings.tls && identity && 'setSecureContext' in server) {
    const following = followTlsIdentity(server, settings.tls, { first: identity, log })
    closers.add(() => following.stop())
    dependencies.certificateEndsAt = following.endsAt
    reload = following.look
  }
  if (!identity || !settings.localAgent) return { address, localAddress: address, reload }
  const local = await listenForLocalAgent(app)
  closers.add(() => closeServer(local.server))
  return { address, localAddress: local.address, reload }
}

function listen(server: Server, { host, port, tls }: Settings): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const address = { host, port: String(port) }
      const reason = error.code ?? error.message
      const isTaken = reason === 'EADDRINUSE'
      reject(
        isTaken ? new StartupError('port_in_use', address) : new StartupError('port_unusable', { ...address, reason }),
      )
    })
    server.listen(port, host, () => {
      const reachable =
        host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host
      resolve(`${tls ? 'https' : 'http'}://${reachable}:${portOf(server) ?? port}`)
    })
  })
}

async function listenForLocalAgent(app: ReturnType<typeof createApp>): Promise<{ server: Server; address: string }> {
  const server = createServer((req, res) => {
    if (req.url?.startsWith('/api/agent/')) return app(req, res)
    res.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, address: `http://127.0.0.1:${portOf(server)}` }
}

function portOf(server: Server): number | undefined {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : undefined
}

/** Closes the server. Running requests get 5 s; long polls are cut, and agents repeat them. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), 5_000)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}

/** Logs at most one line a minute, so that excess connections do not fill the log. */
function throttledWarn(log: Logger): (address: string) => void {
  let warnedAt = -Infinity
  let count = 0
  return (address) => {
    count += 1
    if (performance.now() - warnedAt < 60_000) return
    log.warn({ address, count }, 'connections were closed: there are too many (BKP_MAX_CONNECTIONS)')
    warnedAt = performance.now()
    count = 0
  }
}
