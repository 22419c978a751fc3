import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createKnex } from '../store/connect.ts'
import { makeRoles } from '../store/roles.ts'
import { findBinaries } from './binaries.ts'
import { StartupError } from '../store/startup-error.ts'
import { changeOwner, prepareCluster, superuser } from './cluster.ts'
import { findHome, type Home, makeFolder, socketFolder } from './home.ts'
import { lockFolder } from './lock.ts'
import { type ServerOptions, type ServerProcess, startServer, stopOrphan } from './server-process.ts'

/** The embedded database. Every URL contains a password and exists only in memory. */
export interface EmbeddedPostgres {
  ownerUrl: string
  serviceUrl: string
  /** For superuser actions, such as creating more databases. */
  superuserUrl: string
  /** Folder of the database files. */
  folder: string
  /** Stops the database gracefully and releases the data directory. */
  stop(): Promise<void>
}

/** `settings`: names and values of postgresql.conf, before the fixed ones. */
export interface EmbeddedOptions {
  dataDirectory: string
  log: (level: 'info' | 'warn' | 'error', line: string) => void
  settings?: Record<string, string>
}

/**
 * Starts the packaged PostgreSQL on `<dataDirectory>/database`. The first start creates it with the service's roles and
 * an empty database `coffer`. It listens on a unix socket that only its account and root can reach; on Windows, and for
 * paths over 100 bytes, on 127.0.0.1. Both require a password. The superuser's password is stored in a file (mode
 * 0600); those of the owner and the service are generated at each start. A server left by a killed service is stopped
 * first, and one that exits is restarted.
 * @throws StartupError if the directory is in use, has another version or is not usable
 */
export async function startEmbeddedPostgres({
  dataDirectory,
  log,
  settings = {},
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const base = path.resolve(dataDirectory, 'database')
  const locks: (() => void)[] = []
  try {
    makeFolder(base)
    locks.push(lockFolder(base))
    const home = findHome(base)
    if (home.folder !== base) {
      log(
        'info',
        `the database is kept in ${home.folder}: PostgreSQL's account ${home.user?.name} cannot enter ${base}`,
      )
      locks.push(lockFolder(home.folder))
    }
    return await startIn(home, settings, log, () => locks.forEach((release) => release()))
  } catch (error) {
    locks.forEach((release) => release())
    throw inOneLine(error)
  }
}

async function startIn(home: Home, settings: Record<string, string>, log: EmbeddedOptions['log'], release: () => void) {
  const binaries = findBinaries(home.folder, home.user)
  const password = await prepareCluster(home, binaries, settings.fsync !== 'off')
  if (await stopOrphan({ home, binaries })) log('warn', 'stopped a PostgreSQL that an earlier run had left behind')
  const { address, settings: ofAddress } = await chooseAddress(home)
  const options = { home, binaries, settings: { ...ourSettings, ...ofAddress, ...settings } }
  const supervised = await supervise(options, log)
  const urlOf = (name: string, secret: string) => `postgres://${name}:${secret}@${address}`
  const passwords = { owner: newPassword(), service: newPassword() }
  try {
    await prepareDatabase(urlOf(superuser, password), passwords)
  } catch (error) {
    await supervised.stop()
    throw error
  }
  return {
    ownerUrl: `${urlOf('coffer_owner', passwords.owner)}/coffer`,
    serviceUrl: `${urlOf('coffer_service', passwords.service)}/coffer`,
    superuserUrl: `${urlOf(superuser, password)}/coffer`,
    folder: home.folder,
    stop: async () => {
      await supervised.stop()
      release()
    },
  }
}

/**
 * No client data is written to the log: no statement, no detail of a row. Errors are sent only to the client that
 * caused them.
 */
const ourSettings = {
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_checkpoints: 'off',
  shared_buffers: '256MB',
  timezone: 'UTC',
  jit: 'off', // it benefits long reports; the queries are short
}

// The limit of a socket path is 108 bytes on Linux and 104 on macOS.
const longestSocketPath = 100

async function chooseAddress(home: Home) {
  const folder = socketFolder(home)
  if (process.platform === 'win32' || Buffer.byteLength(path.join(folder, '.s.PGSQL.5432')) > longestSocketPath) {
    const port = await freePort()
    const settings = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' }
    return { address: `127.0.0.1:${port}`, settings }
  }
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  changeOwner(folder, home.user)
  const settings = { listen_addresses: '', port: '5432', unix_socket_directories: quoted(folder) }
  return { address: `${encodeURIComponent(folder)}:5432`, settings }
}

/** Quotes a folder for a setting that is a comma-separated list. */
function quoted(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`
}

async function freePort(): Promise<number> {
  const probe = net.createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (typeof address !== 'object' || !address) throw new StartupError('no_free_port')
  return address.port
}

/**
 * Restarts the server whenever it exits, until it is stopped. Meanwhile requests fail because the database is
 * unavailable.
 */
async function supervise(options: ServerOptions, log: EmbeddedOptions['log']): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  let server: ServerProcess = await startServer(options)
  const watching = (async () => {
    for (;;) {
      await server.ended
      if (stopping.signal.aborted) return
      log('error', 'PostgreSQL exited unexpectedly; restarting it')
      const next = await startAgain(options, log, stopping.signal)
      if (next) server = next
      if (!next || stopping.signal.aborted) return
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await server.stop()
      if (process.platform !== 'win32') await watching
      await server.stop() // the stop arrived while this one was starting
    },
  }
}

async function startAgain(options: ServerOptions, log: EmbeddedOptions['log'], stopping: AbortSignal) {
  for (let waitMs = 100; !stopping.aborted; waitMs = Math.min(waitMs * 2, 10_000)) {
    try {
      await stopOrphan(options)
      return await startServer(options)
    } catch (error) {
      log('error', `${error instanceof Error ? error.message : error}; trying again in ${waitMs} ms`)
      await pause(waitMs, undefined, { signal: stopping }).catch(() => undefined)
    }
  }
  return undefined
}

function newPassword(): string {
  return randomBytes(24).toString('base64url')
}

async function prepareDatabase(address: string, passwords: { owner: string; service: string }): Promise<void> {
  const admin = createKnex(`${address}/postgres`, { application: 'setup', poolMax: 1 })
  try {
    await makeRoles(admin, {
      owner: { name: 'coffer_owner', password: passwords.owner },
      service: { name: 'coffer_service', password: passwords.service },
    })
    const { rows } = await admin.raw(`select from pg_database where datname = 'coffer'`)
    if (rows.length === 0) await admin.raw('create database coffer owner coffer_owner')
  } finally {
    await admin.destroy()
  }
}

/** Reduces an error, such as a full disk or a closed folder, to one line. */
function inOneLine(error: unknown): unknown {
  if (error instanceof StartupError || !(error instanceof Error) || !('syscall' in error)) return error
  return new StartupError('embedded_database_failed', { reason: error.message }, { cause: error })
}
