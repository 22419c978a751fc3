import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { unusable } from './exit-codes.ts'
import { chownToOwner } from './state-file.ts'

/** SQLITE_BUSY (sqlite.org/rescode.html): another process holds the lock. */
const sqliteBusy = 5

/**
 * Takes the state folder for this process, because two processes with one identity would look like a cloned disk. The
 * lock is the operating system's own, which SQLite (part of Node) takes on every system: it ends with the process,
 * however that ends.
 * @returns gives it back; undefined when another process has it
 * @throws CommandEnd
 */
export function lockState(stateDir: string): (() => void) | undefined {
  const file = openLock(stateDir)
  try {
    // without a journal in memory the lock would leave a second file behind; exclusive means: from now on, until closed
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
