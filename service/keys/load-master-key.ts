import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { StartupError } from '../store/startup-error.ts'
import type { MasterKey } from './master-key.ts'

/**
 * The master key that was given, or the one of the data directory. Where there is neither, one is made (0600) unless
 * `mayMake` says that the installation already has keys: those would be lost behind a new one.
 * @returns `made` is the path of a key that was made just now, to tell people to back it up
 * @throws StartupError when the given key is not 32 bytes of base64, or a key is needed and gone
 */
export function loadMasterKey(
  given: string | null,
  dataDirectory: string,
  mayMake: boolean,
): { masterKey: MasterKey; made?: string } {
  if (given !== null) return { masterKey: parseMasterKey(given, 'BKP_MASTER_KEY') }
  const file = ownKeyFile(dataDirectory)
  if (fs.existsSync(file)) return { masterKey: parseMasterKey(fs.readFileSync(file, 'utf8'), file) }
  if (!mayMake) {
    throw new StartupError('master_key_missing', { file })
  }
  const masterKey = randomBytes(32)
  writeWhole(file, `${masterKey.toString('base64')}\n`)
  return { masterKey, made: file }
}

/**
 * A change of the master key that was killed between the database and the file leaves both keys in the directory: the one
 * that `opens` the database is the one in force, and the file is put in order.
 */
export function resolveMasterKey(dataDirectory: string, opens: (key: MasterKey) => boolean): void {
  const [file, waiting] = [ownKeyFile(dataDirectory), waitingKeyFile(dataDirectory)]
  if (!fs.existsSync(waiting)) return
  if (opens(parseMasterKey(fs.readFileSync(waiting, 'utf8'), waiting))) fs.renameSync(waiting, file)
  else fs.rmSync(waiting)
}

/** Whether the data directory has a key of its own. */
export function hasMasterKey(dataDirectory: string): boolean {
  return fs.existsSync(ownKeyFile(dataDirectory))
}

/** The new key beside the one in force, on disk before anything is wrapped under it. */
export function prepareMasterKey(dataDirectory: string, key: MasterKey): void {
  writeWhole(waitingKeyFile(dataDirectory), `${key.toString('base64')}\n`)
}

/** Reads 32 bytes of base64; `from` names the place in the error, never the value. */
export function parseMasterKey(text: string, from: string): MasterKey {
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== 32 || key.toString('base64') !== text.trim()) {
    throw new StartupError('master_key_invalid', { source: from })
  }
  return key
}

/** A crash leaves the file whole or as it was: half a key would stop every start to come. */
function writeWhole(file: string, text: string) {
  const partial = `${file}.partial`
  fs.rmSync(partial, { force: true })
  fs.writeFileSync(partial, text, { mode: 0o600, flag: 'wx', flush: true })
  fs.renameSync(partial, file)
  if (process.platform === 'win32') return
  const folder = fs.openSync(path.dirname(file), 'r')
  fs.fsyncSync(folder) // what it wraps is on the disk next, and nothing opens that without it
  fs.closeSync(folder)
}

function ownKeyFile(dataDirectory: string): string {
  return path.join(dataDirectory, 'master-key')
}

function waitingKeyFile(dataDirectory: string): string {
  return path.join(dataDirectory, 'master-key.new')
}
