import fs from 'node:fs'
import type http from 'node:http'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { openDatabase } from './database.ts'
import { createEnrollmentToken } from './domain/agents/create-enrollment-token.ts'
import { readDatabaseClock } from './domain/policy-runs/unless-clock-doubted.ts'
import { createRepository } from './domain/repository/create-repository.ts'
import { isStoreOfDatabase } from './domain/storage/is-store-of-database.ts'
import { makeFolder } from './embedded/home.ts'
import { startLocalAgent } from './embedded/local-agent.ts'
import { asService, ensureAdministrator, ensureLocalAgent } from './first-start.ts'
import { createApp } from './http/app.ts'
import { createServer } from './http/create-server.ts'
import { createKeyring, followDestruction } from './keys/keyring.ts'
import { openMasterKey } from './keys/open-master-key.ts'
import { isMasterKeyInForce, loadServiceKeys } from './keys/service-keys.ts'
import { type ObjectStore, StoreUnreachable } from './objects/object-store.ts'
import { openStore, placeOf } from './objects/open-store.ts'
import { startPeriodic } from './periodic/start-periodic.ts'
import type { Pieces } from './pieces.ts'
import { passwordsIn } from './settings-secrets.ts'
import type { Settings } from './settings.ts'
import { CannotStart } from './store/cannot-start.ts'
import { holdInstallation } from './store/installation-lock.ts'
import { inScope } from './store/scope.ts'
import { createSignals } from './store/signals.ts'
import { createServicePool } from './workers/service-pool.ts'

/** A running service. */
export interface Service {
  address: string
  pieces: Pieces
  stop(): Promise<void>
}

/**
 * Builds every piece, joins them and listens. What was opened is closed again when a later step fails.
 * @param given secrets that the log blanks, and what a test puts into the pieces
 * @throws CannotStart in one line, for the person who starts it
 */
export async function startService(
  settings: Settings,
  log: Logger,
  given: Pick<Pieces, 'secrets' | 'failpoint' | 'intervals'> = {},
): Promise<Service> {
  const closers: (() => Promise<unknown> | unknown)[] = []
  const stop = () => closeAll(closers.splice(0).reverse(), log)
  try {
    makeDataDirectory(settings.dataDirectory)
    const store = await openStore(settings)
    if (settings.objectStore !== 'disk') await store.check() // a bucket that cannot be used is told now, not by a backup
    const database = await openDatabase(settings, log)
    closers.push(() => database.stop())
    const { knex } = database
    const now = () => new Date()
    const held = await holdInstallation({
      url: database.listenUrl,
      log: (level, line) => log[level](line),
      isStillTrue: async () => (await isMasterKeyInForce(knex))(masterKey),
      onLost(reason) {
        log.fatal(`ends: ${reason}`)
        process.exit(1)
      },
    })
    closers.push(() => held.release())
    const { masterKey, made } = await openMasterKey(knex, settings.masterKey, settings.dataDirectory)
    for (const secret of [masterKey.toString('base64'), ...passwordsIn(database.url)]) given.secrets?.keep(secret)
    if (made) log.warn(`made a master key: back up ${made}; without it no backup can be read`)
    await confirmContent(knex, store, settings)
    const keys = createKeyring(knex, masterKey)
    const serviceKeys = await loadServiceKeys(knex, masterKey, now())
    const workers = createServicePool()
    closers.push(() => workers.close())
    const signals = createSignals({ listenUrl: database.listenUrl, log })
    closers.push(() => signals.close())
    followDestruction(keys, signals)
    const repository = createRepository({ knex, keys, serviceKeys, store, workers, now })
    const pieces: Pieces = {
      settings,
      knex,
      keys,
      masterKey,
      serviceKeys,
      store,
      repository,
      workers,
      signals,
      now,
      readDatabaseClock: () => inScope(knex, { kind: 'platform' }, readDatabaseClock),
      log,
      ...given,
    }

    const passwordFile = await ensureAdministrator(pieces)
    const periodic = await startPeriodic(pieces, database.url)
    closers.push(() => periodic.stop())
    const server = createServer(createApp(pieces))
    const address = await listen(server, settings)
    closers.push(() => closeServer(server))
    log.info(`Coffer listens on ${address}; the interactive reference is at ${address}/api/docs`)
    if (passwordFile) {
      log.info(`the first administrator is ${settings.admin.email}; the password is in ${passwordFile}`)
      if (process.stdout.isTTY) process.stdout.write(`password: ${fs.readFileSync(passwordFile, 'utf8')}`)
    }
    if (settings.localAgent) {
      const agent = await beginLocalAgent(pieces, address)
      if (agent) closers.push(() => agent.stop())
    }
    return { address, pieces, stop }
  } catch (error) {
    await stop()
    if (!(error instanceof StoreUnreachable)) throw error
    throw new CannotStart(`${placeOf(settings)} cannot be used: ${error.message}`, { cause: error })
  }
}

function makeDataDirectory(folder: string) {
  try {
    makeFolder(folder)
    fs.accessSync(folder, fs.constants.W_OK)
  } catch (error) {
    throw new CannotStart(`BKP_DATA_DIR is '${folder}': ${(error as Error).message}`, { cause: error })
  }
}

/** On a disk that is not mounted, devices would count as unchanged although nothing of them is there any more. */
async function confirmContent(knex: Knex, store: ObjectStore, settings: Settings) {
  if (await isStoreOfDatabase(knex, store)) return
  throw new CannotStart(
    `${placeOf(settings)} has nothing of the customers that the database knows: is it mounted, is it the right one? If what was there is lost for good, the command 'check' writes that down, and the next backups begin anew`,
  )
}

/** One that cannot be closed does not keep the others open. */
async function closeAll(closers: (() => Promise<unknown> | unknown)[], log: Logger) {
  for (const close of closers) {
    try {
      await close()
    } catch (error) {
      log.error(error, 'a part of the service did not end in good order')
    }
  }
}

async function beginLocalAgent(pieces: Pieces, address: string) {
  const local = await ensureLocalAgent(pieces)
  const { settings, log, serviceKeys } = pieces
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
      asService(pieces, async (call) => {
        const asTenant = { ...call, tenantId: local.tenantId }
        return (await createEnrollmentToken(asTenant, local.agentId, { ttlMinutes: 60, serviceKeys })).token
      }),
  })
}

function listen(server: http.Server, { host, port }: Settings): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be listened on (${error.code})`
      reject(new CannotStart(`BKP_PORT: ${host}:${port} ${why}`))
    })
    server.listen(port, host, () => {
      const address = server.address()
      const actual = typeof address === 'object' && address ? address.port : port
      const reachable =
        host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host
      resolve(`http://${reachable}:${actual}`)
    })
  })
}

/** Gives requests under way 5 s; long polls are cut, and agents ask again. */
function closeServer(server: http.Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), 5_000)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}
