import fs from 'node:fs'
import type { Logger } from 'pino'
import { type Closers, createClosers } from './closers.ts'
import { hasServerId, readServerId } from './embedded/server-id.ts'
import { ensureAdministrator } from './first-start.ts'
import { type Given, type Installation, openInstallation } from './installation.ts'
import { StoreUnreachable } from './objects/object-store.ts'
import { storeLocation } from './objects/open-store.ts'
import { startPeriodic } from './periodic/start-periodic.ts'
import { startHttpProcesses } from './processes/http-processes.ts'
import { runLocalAgents } from './run-local-agents.ts'
import type { HttpService } from './serve-http.ts'
import type { Settings } from './settings.ts'
import { StartupError } from './store/startup-error.ts'
import { readTlsIdentity } from './tls-identity.ts'

/** A running service. */
export interface Service {
  address: string
  /** Checks at once whether its certificate was replaced. */
  reload(): void
  stop(): Promise<void>
}

/**
 * Opens the installation and serves the API, in this process or in `settings.processes` child processes. If a step
 * fails, what was opened is closed again.
 * @param given secrets that the log redacts, and dependencies that a test overrides
 * @throws StartupError
 */
export async function startService(settings: Settings, log: Logger, given: Given = {}): Promise<Service> {
  const closers = createClosers(log)
  try {
    if (settings.tls) readTlsIdentity(settings.tls) // report an unusable certificate before PostgreSQL starts
    const installation = await openInstallation(settings, log, given, closers)
    if (settings.localAgent) readServerId(settings.dataDirectory) // before several HTTP processes read it
    const passwordFile = await ensureAdministrator(installation)
    const periodic = await startPeriodic(installation, installation.database.url)
    closers.add(() => periodic.stop())
    const { address, localAddress, reload } = await (settings.processes > 1
      ? startHttpProcesses(installation, closers)
      : serveInThisProcess(installation, closers))
    log.info(`Coffer listens on ${address}; the console is there, the API’s reference at ${address}/api/docs`)
    if (passwordFile) {
      log.info(`the first administrator is ${settings.admin.email}; the password is in ${passwordFile}`)
      if (process.stdout.isTTY) process.stdout.write(`password: ${fs.readFileSync(passwordFile, 'utf8')}`)
    }
    if (settings.localAgent || hasServerId(settings.dataDirectory)) {
      const agents = await runLocalAgents(installation, localAddress)
      closers.add(() => agents.stop())
    }
    return { address, reload, stop: closers.closeAll }
  } catch (error) {
    await closers.closeAll()
    if (!(error instanceof StoreUnreachable)) throw error
    throw new StartupError('store_unusable', { store: storeLocation(settings), reason: error.reason }, { cause: error })
  }
}

/** The modules of the API, about a thousand, are loaded only here: with child processes, this one does not need them. */
async function serveInThisProcess(installation: Installation, closers: Closers): Promise<HttpService> {
  const [{ createDependencies }, { serveHttp }] = await Promise.all([
    import('./create-dependencies.ts'),
    import('./serve-http.ts'),
  ])
  return serveHttp(createDependencies(installation, closers), closers)
}
