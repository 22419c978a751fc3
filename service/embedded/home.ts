import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { StartupError } from '../store/startup-error.ts'
import { chooseUser, mayEnter, type OsUser } from './os-user.ts'

/** Folder of the embedded database and the account it runs under (absent: the service's own). */
export interface Home {
  folder: string
  cluster: string
  user: OsUser | undefined
}

/**
 * Returns the folder of the database: `database` in the data directory. If the service is root and PostgreSQL's account
 * cannot enter that folder (for example below /root), a folder below /var/lib/coffer is used, and the file `location`
 * records it permanently. The caller holds the folder's lock.
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

/** Returns the folder of the unix socket. It is created at each start. */
export function socketFolder(home: Home): string {
  return path.join(home.folder, 'socket')
}

/**
 * Creates a folder that other accounts may traverse but not list; secrets below it have their own modes. It creates one
 * level at a time: Node's `recursive` never ends where a folder cannot be created, such as below /proc.
 */
export function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return
  makeFolder(path.dirname(folder))
  try {
    fs.mkdirSync(folder, { mode: 0o711 })
    fs.chmodSync(folder, 0o711) // the umask may have removed the permission
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
