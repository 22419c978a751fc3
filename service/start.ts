import type { RunInSystemTransaction } from './domain/kernel/context.ts'
import fs from 'node:fs'
import { once } from 'node:events'
import type { Logger } from 'pino'
import { verifyStoreMatchesDatabase } from './verify-store.ts'
import { openDatabase } from './database.ts'
import { createEnrollmentToken } from './domain/inventory/agents/create-enrollment-token.ts'
import { readDatabaseClock } from './domain/kernel/policy-runs/skip-if-clock-skewed.ts'
import { createSearchService } from './domain/repository/search/search-service.ts'
import { finishRevocations } from './domain/recovery/revocations/finish-revocations.ts'
import { createRepository, createRepositoryMemory } from './domain/repository/chunks/create-repository.ts'
import { startLocalAgent } from './embedded/local-agent.ts'
import { asService, ensureAdministrator, ensureLocalAgent } from './first-start.ts'
import { acquireInstanceLock } from './instance-lock.ts'
import { createApp } from './http/app.ts'
import { type Server, createServer } from './http/create-server.ts'
import { followTlsIdentity } from './http/follow-tls-identity.ts'
import { type TlsIdentity, readTlsIdentity } from './tls-identity.ts'
import { createKeyring, followDestruction } from './keys/keyring.ts'
import { openMasterKey, generatedKeyNotice } from './keys/open-master-key.ts'
import { loadServiceKeys } from './keys/service-keys.ts'
import { makeDataDirectory } from './make-data-directory.ts'
import { StoreUnreachable } from './objects/object-store.ts'
import { openStore, storeLocation } from './objects/open-store.ts'
import { createOutgoing, checkAddressFor } from './outbound/create-outbound-client.ts'
import { startPeriodic } from './periodic/start-periodic.ts'
import type { Dependencies } from './dependencies.ts'
import { passwordsIn } from './settings-secrets.ts'
import type { Settings } from './settings.ts'
import { StartupError } from './store/startup-error.ts'
import { findConnectionShortage } from './store/connection-demand.ts'
import { inScope } from './store/scope.ts'
import { createSignals } from './store/pg-notify.ts'
import { warnOnClockSkew } from './clock-skew.ts'
import { createServicePool } from './workers/service-pool.ts'

/** A running service. */
export interface Service {
  address: string
  dependencies: Dependencies
  /** Checks at once whether its certificate was replaced. */
  reload(): void
  stop(): Promise<void>
}

/**
 * Builds the dependencies and listens. What was opened is closed again if a later step fails.
 * @param given secrets that the log redacts, and dependencies that a test overrides
 * @throws StartupError
 */
export async function startService(
  settings: Settings,
  log: Logger,
  given: Pick<Dependencies, 'secrets' | 'failpoint' | 'intervals'> = {},
): Promise<Service> {
  const closers: (() => Promise<unknown> | unknown)[] = []
  const stop = () => closeAll(closers.splice(0).reverse(), log)
  try {
    makeDataDirectory(settings.dataDirectory)
    const identity = identityOf(settings)
    const store = await openStore(settings)
    if (settings.objectStore !== 'disk') await store.check() // a bucket that cannot be used is told now, not by a backup
    await store.locks?.confirm()
    const database = await openDatabase(settings, log)
    closers.push(() => database.stop())
    const { knex, agentsKnex } = database
    const now = () => new Date()
    const held = await acquireInstanceLock({ knex, url: database.listenUrl, log })
    closers.push(() => held.release())
    const shortage = await findConnectionShortage(knex)
    if (shortage) log.warn(shortage)
    const { masterKey, made } = await openMasterKey(knex, settings.masterKey, settings.dataDirectory)
    held.knows(masterKey)
    for (const secret of [masterKey.toString('base64'), ...passwordsIn(database.url)]) given.secrets?.keep(secret)
    if (made) log.warn(generatedKeyNotice(made))
    await verifyStoreMatchesDatabase(knex, store, settings)
    const keys = createKeyring(knex, masterKey)
    const serviceKeys = await loadServiceKeys(knex, masterKey, now())
    const runInSystemTransaction: RunInSystemTransaction = (step) =>
      inScope(knex, { kind: 'platform' }, (trx) => step({ trx, now: now() }))
    await finishRevocations({ runInSystemTransaction, store, serviceKeys }, log)
    const workers = createServicePool()
    closers.push(() => workers.close())
    const signals = createSignals({ listenUrl: database.listenUrl, log })
    closers.push(() => signals.close())
    followDestruction(keys, signals)
    const [parts, memory] = [{ keys, serviceKeys, store, workers, now }, createRepositoryMemory()]
    const repository = createRepository({ ...parts, knex }, memory)
    const forAgents = { knex: agentsKnex, repository: createRepository({ ...parts, knex: agentsKnex }, memory) }
    const searching = createSearchService({ knex, keys, store, now })
    closers.push(() => searching.close())
    const clocks = { now, readDatabaseClock: () => inScope(knex, { kind: 'platform' }, readDatabaseClock) }
    await warnOnClockSkew(clocks, log)
    const dependencies: Dependencies = {
      settings,
      knex,
      keys,
      masterKey,
      serviceKeys,
      store,
      repository,
      forAgents,
      searching,
      workers,
      outgoing: openOutbound(settings),
      signals,
      ...clocks,
      log,
      ...given,
    }

    const passwordFile = await ensureAdministrator(dependencies)
    const periodic = await startPeriodic(dependencies, database.url)
    closers.push(() => periodic.stop())
    const app = createApp(dependencies)
    const server = createServer(app, {
      identity,
      maxConnections: settings.maxConnections,
      isProxy: (address) => app.get('trust proxy fn')(address, 0),
      onTurnedAway: throttledWarn(log),
    })
    const address = await listen(server, settings)
    closers.push(() => closeServer(server))
    let reload = () => log.info('there is nothing to read again: BKP_TLS_CERT_FILE is not set')
    if (settings.tls && identity && 'setSecureContext' in server) {
      const following = followTlsIdentity(server, settings.tls, { first: identity, log })
      closers.push(() => following.stop())
      dependencies.certificateEndsAt = following.endsAt
      reload = following.look
    }
    announce(address, passwordFile, dependencies)
    if (settings.localAgent) {
      const inside = identity ? await listenInside(app) : null
      if (inside) closers.push(() => closeServer(inside.server))
      const agent = await beginLocalAgent(dependencies, inside?.address ?? address)
      if (agent) closers.push(() => agent.stop())
    }
    return { address, dependencies, reload, stop }
  } catch (error) {
    await stop()
    if (!(error instanceof StoreUnreachable)) throw error
    throw new StartupError('store_unusable', { store: storeLocation(settings), reason: error.reason }, { cause: error })
  }
}

function identityOf({ tls }: Settings): TlsIdentity | undefined {
  return tls ? readTlsIdentity(tls) : undefined
}

function openOutbound({ importAllowPrivate, baseUrl, outgoingAllow }: Settings) {
  return createOutgoing({ judge: checkAddressFor(importAllowPrivate), ownUrls: [baseUrl], allow: outgoingAllow })
}

/** Logs where the service is reached, and prints the first administrator's password on a terminal. */
function announce(address: string, passwordFile: string | null, { settings, log }: Dependencies): void {
  log.info(`Coffer listens on ${address}; the console is there, the API’s reference at ${address}/api/docs`)
  if (!passwordFile) return
  log.info(`the first administrator is ${settings.admin.email}; the password is in ${passwordFile}`)
  if (process.stdout.isTTY) process.stdout.write(`password: ${fs.readFileSync(passwordFile, 'utf8')}`)
}

/** Closes all in order, also after one failed to close. */
async function closeAll(closers: (() => Promise<unknown> | unknown)[], log: Logger) {
  for (const close of closers) {
    try {
      await close()
    } catch (error) {
      log.error(error, 'a part of the service did not end in good order')
    }
  }
}

async function beginLocalAgent(dependencies: Dependencies, address: string) {
  const local = await ensureLocalAgent(dependencies)
  const { settings, log, serviceKeys } = dependencies
  if (!local) {
    log.info('the customer default has no agent local: none is started here')
    return null
  }
  return startLocalAgent({
    agentId: local.agentId,
    isEnrolled: local.isEnrolled,
    serviceUrl: address,
    dataDirectory: settings.dataDirectory,
    log,
    newToken: () =>
      asService(dependencies, async (context) => {
        const asTenant = { ...context, tenantId: local.tenantId }
        return (await createEnrollmentToken(asTenant, local.agentId, { ttlMinutes: 60, serviceKeys })).token
      }),
  })
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

/** Listens for the local agent, without TLS because the certificate is not for 127.0.0.1; serves only the agent protocol. */
async function listenInside(app: ReturnType<typeof createApp>): Promise<{ server: Server; address: string }> {
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

/** Waits up to 5 s for requests in progress. Long polls are closed; agents repeat them. */
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

/** Logs rejected connections at most once a minute, so that clients cannot fill the log. */
function throttledWarn(log: Logger): (address: string) => void {
  let toldAt = -Infinity
  let count = 0
  return (address) => {
    count += 1
    if (performance.now() - toldAt < 60_000) return
    log.warn({ address, count }, 'connections were turned away: there are too many (BKP_MAX_CONNECTIONS)')
    toldAt = performance.now()
    count = 0
  }
}
