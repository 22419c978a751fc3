import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartupError } from '../store/startup-error.ts'

/** Another process has it. */
export class FolderTaken extends StartupError<'folder_in_use'> {}

/**
 * Takes a folder for this process. The lock is the operating system's own lock on a file, which SQLite (part of Node)
 * takes on every system: it ends with the process, however that ends, so there is no such thing as a stale one. Nothing
 * else is kept in that file.
 * @returns gives the folder back
 * @throws StartupError when another process has it, or the file system cannot lock
 */
export function lockFolder(folder: string): () => void {
  const at = path.join(folder, 'lock')
  fs.closeSync(fs.openSync(at, 'a', 0o600)) // who may read it may lock it
  const file = new DatabaseSync(at, { timeout: 0 })
  try {
    // Without a journal in memory the lock would leave a second file behind; exclusive means: from now on, until closed.
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
