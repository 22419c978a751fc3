import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { unusable } from './exit-codes.ts'
import { chownToOwner } from './state-file.ts'

/** SQLITE_BUSY (sqlite.org/rescode.html): another process holds the lock. */
const sqliteBusy = 5

/**
 * Locks the state folder for this process: two processes with one identity would look like a cloned disk. SQLite (part
 * of Node) takes the operating system's file lock on every system, which the end of the process always releases.
 * @returns a function that releases the lock; undefined if another process holds it
 * @throws CommandError
 */
export function lockState(stateDir: string): (() => void) | undefined {
  const file = openLock(stateDir)
  try {
    // The in-memory journal avoids a second file; exclusive mode holds the lock until the database is closed.
    file.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive')
    return () => file.close()
  } catch (error) {
    file.close()
    if ((error as { errcode?: unknown }).errcode === sqliteBusy) return undefined
    throw unusable('folder_not_lockable', { folder: stateDir, reason: (error as Error).message })
  }
}

function openLock(stateDir: string): DatabaseSync {
  try {
    fs.mkdirSync(stateDir, { recursive: true, mode: 0o700 })
    const file = path.join(stateDir, 'lock')
    const lock = new DatabaseSync(file, { timeout: 0 })
    chownToOwner(stateDir, file)
    return lock
  } catch (error) {
    throw unusable('state_unusable', { folder: stateDir, reason: (error as Error).message })
  }
}
