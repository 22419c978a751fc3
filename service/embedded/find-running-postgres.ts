import fs from 'node:fs'
import path from 'node:path'
import { StartupError } from '../store/startup-error.ts'
import { superuser } from './cluster.ts'
import { isPostgresOn, postmasterFile, readPostmasterFile } from './postmaster-file.ts'

/**
 * Returns the URL of the PostgreSQL that another Coffer process runs on this data directory, with the superuser's
 * login: the service's passwords exist only in its memory. Null if none accepts connections.
 * @throws StartupError if this account cannot read the superuser's password
 */
export function findRunningPostgres(dataDirectory: string): string | null {
  const folder = homeOf(path.resolve(dataDirectory, 'database'))
  const cluster = path.join(folder, 'cluster')
  const running = readPostmasterFile(cluster)
  if (!running?.ready || !isPostgresOn(running.pid, cluster)) return null
  // lines 4 to 6 are port, socket folder and address (src/include/utils/pidfile.h)
  const [port = '', socket = '', address = ''] = fs.readFileSync(postmasterFile(cluster), 'utf8').split('\n').slice(3)
  const host = socket.trim() ? encodeURIComponent(socket.trim()) : address.trim()
  return `postgres://${superuser}:${readPassword(path.join(folder, 'superuser-password'))}@${host}:${port.trim()}/coffer`
}

/** Returns whether the data directory contains a database. */
export function hasCluster(dataDirectory: string): boolean {
  return fs.existsSync(path.join(homeOf(path.resolve(dataDirectory, 'database')), 'cluster'))
}

function homeOf(base: string): string {
  const location = path.join(base, 'location')
  return fs.existsSync(location) ? fs.readFileSync(location, 'utf8').trim() : base
}

function readPassword(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8').trim()
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? ''
    throw new StartupError('superuser_password_unreadable', { file, reason }, { cause: error })
  }
}
