import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartupError } from '../store/startup-error.ts'

/** Another process holds the lock. */
export class FolderTaken extends StartupError<'folder_in_use'> {}

/**
 * Locks a folder for this process. The lock is an operating system lock on a file that SQLite (part of Node) takes. It
 * ends with the process, so it is never stale. The file contains no data.
 * @returns a function that releases the lock
 * @throws StartupError if another process holds it, or the file system does not support locks
 */
export function lockFolder(folder: string): () => void {
  const at = path.join(folder, 'lock')
  fs.closeSync(fs.openSync(at, 'a', 0o600)) // read access is sufficient to lock the file
  const file = new DatabaseSync(at, { timeout: 0 })
  try {
    // A journal in memory avoids a second file. Exclusive mode holds the lock until the database is closed.
    file.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    file.close()
    throw refusal(folder, error)
  }
  fs.writeFileSync(holderFile(folder), `${process.pid}\n`, { mode: 0o600 })
  return () => file.close()
}

/** SQLITE_BUSY (sqlite.org/rescode.html): another process holds the lock. */
const sqliteBusy = 5

function refusal(folder: string, error: unknown): StartupError {
  const words = error instanceof Error ? error.message : String(error)
  const isTaken = (error as { errcode?: unknown }).errcode === sqliteBusy
  if (!isTaken) return new StartupError('folder_not_lockable', { folder, reason: words }, { cause: error })
  return new FolderTaken('folder_in_use', { folder, process: holderOf(folder) })
}

function holderOf(folder: string): string {
  try {
    return fs.readFileSync(holderFile(folder), 'utf8').trim()
  } catch {
    return 'unknown'
  }
}

function holderFile(folder: string): string {
  return path.join(folder, 'lock.pid')
}
