import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CannotStart } from '../store/cannot-start.ts'

/** Another process has it. */
export class FolderTaken extends CannotStart {}

/**
 * Takes a folder for this process. The lock is the operating system's own lock on a file, which SQLite (part of Node)
 * takes on every system: it ends with the process, however that ends, so there is no such thing as a stale one. Nothing
 * else is kept in that file.
 * @returns gives the folder back
 * @throws CannotStart when another process has it, or the file system cannot lock
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

function refusal(folder: string, error: unknown): CannotStart {
  const words = error instanceof Error ? error.message : String(error)
  if (!words.includes('locked')) return new CannotStart(`cannot lock the folder ${folder}: ${words}`, { cause: error })
  return new FolderTaken(`another Coffer (process ${holderOf(folder)}) is running on the data directory ${folder}`)
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
