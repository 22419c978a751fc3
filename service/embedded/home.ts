import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { StartupError } from '../store/startup-error.ts'
import { chooseUser, mayEnter, type OsUser } from './os-user.ts'

/** Where the embedded database lives, and the account it runs under (none: the service's own). */
export interface Home {
  folder: string
  cluster: string
  user: OsUser | undefined
}

/**
 * Finds the place of the database: the data directory's `database` folder. When the service is root and PostgreSQL's
 * account cannot enter that folder (somebody's closed home, such as /root), a folder of its own below /var/lib/coffer,
 * which the file `location` then names for ever. Call it with the folder locked.
 */
export function findHome(base: string): Home {
  const location = path.join(base, 'location')
  if (fs.existsSync(location)) return movedHome(base, fs.readFileSync(location, 'utf8').trim())
  const cluster = path.join(base, 'cluster')
  const user = chooseUser(cluster)
  if (!user || mayEnter(user, base)) return { folder: base, cluster, user }
  if (fs.existsSync(cluster)) {
    throw new StartupError('account_cannot_enter_database', { account: user.name, folder: cluster })
  }
  const folder = path.join(elsewhere, randomUUID())
  makeFolder(folder)
  if (!mayEnter(user, folder)) {
    throw new StartupError('account_cannot_enter_folders', { account: user.name, folder: base, fallback: folder })
  }
  fs.writeFileSync(`${location}.new`, `${folder}\n`, { mode: 0o600, flush: true })
  fs.renameSync(`${location}.new`, location)
  return { folder, cluster: path.join(folder, 'cluster'), user }
}

/** Where the unix socket lies, made at each start. */
export function socketFolder(home: Home): string {
  return path.join(home.folder, 'socket')
}

/**
 * Makes a folder that others may pass through but not list; what is secret below it is closed by its own mode. Step by
 * step: where a folder cannot be made, as below /proc, Node's own `recursive` tries for ever.
 */
export function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return
  makeFolder(path.dirname(folder))
  try {
    fs.mkdirSync(folder, { mode: 0o711 })
    fs.chmodSync(folder, 0o711) // a umask may have taken the passage away again
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

const elsewhere = '/var/lib/coffer'

function movedHome(base: string, folder: string): Home {
  if (!fs.existsSync(folder)) {
    throw new StartupError('database_folder_missing', { folder, data_folder: base })
  }
  const cluster = path.join(folder, 'cluster')
  return { folder, cluster, user: chooseUser(cluster) }
}
