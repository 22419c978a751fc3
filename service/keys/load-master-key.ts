import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { StartupError } from '../store/startup-error.ts'
import type { MasterKey } from './master-key.ts'

/**
 * Returns the configured master key, or that of the data directory. If neither exists, one is generated (mode 0600),
 * unless `mayMake` is false because the installation already has keys: a new key could not unwrap them.
 * @returns `made` is the path of a key that was just generated, for the notice to back it up
 * @throws StartupError if the configured key is not 32 bytes of base64, or a required key is missing
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
 * An interrupted change of the master key leaves both keys in the directory: the one for which `opens` is true is in
 * use, and becomes the only one.
 */
export function resolveMasterKey(dataDirectory: string, opens: (key: MasterKey) => boolean): void {
  const [file, waiting] = [ownKeyFile(dataDirectory), waitingKeyFile(dataDirectory)]
  if (!fs.existsSync(waiting)) return
  if (opens(parseMasterKey(fs.readFileSync(waiting, 'utf8'), waiting))) fs.renameSync(waiting, file)
  else fs.rmSync(waiting)
}

/** Whether the data directory contains a key. */
export function hasMasterKey(dataDirectory: string): boolean {
  return fs.existsSync(ownKeyFile(dataDirectory))
}

/** Stores the new key beside the current one, before anything is wrapped with it. */
export function prepareMasterKey(dataDirectory: string, key: MasterKey): void {
  writeWhole(waitingKeyFile(dataDirectory), `${key.toString('base64')}\n`)
}

/** Parses 32 bytes of base64; `from` names the source in the error, never the value. */
export function parseMasterKey(text: string, from: string): MasterKey {
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== 32 || key.toString('base64') !== text.trim()) {
    throw new StartupError('master_key_invalid', { source: from })
  }
  return key
}

/** Atomic: a crash leaves the old or the new file, because a partial key would prevent every start. */
function writeWhole(file: string, text: string) {
  const partial = `${file}.partial`
  fs.rmSync(partial, { force: true })
  fs.writeFileSync(partial, text, { mode: 0o600, flag: 'wx', flush: true })
  fs.renameSync(partial, file)
  if (process.platform === 'win32') return
  const folder = fs.openSync(path.dirname(file), 'r')
  fs.fsyncSync(folder) // durable before the bundles that only this key can unwrap
  fs.closeSync(folder)
}

function ownKeyFile(dataDirectory: string): string {
  return path.join(dataDirectory, 'master-key')
}

function waitingKeyFile(dataDirectory: string): string {
  return path.join(dataDirectory, 'master-key.new')
}
