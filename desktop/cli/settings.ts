import { message } from '../../shared/messages/message.ts'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { CommandError, exitCodes } from './exit-codes.ts'
import { type Keyring, openKeyring } from './keyring.ts'

/** Settings from the environment. Options of the command line have priority. */
export interface ClientSettings {
  url: string | undefined
  /** An empty token counts as given and authorises nothing: it must not fall back to a session. */
  token: string | undefined
  tenant: string | undefined
  caFile: string | undefined
  /** Folder of the stored sessions. */
  folder: string
  /** Contains HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  proxyEnv: NodeJS.ProcessEnv
  isColourful: boolean
  /** Opens the keyring of the environment; null if the environment has no keyring. */
  openKeyring(): Keyring | null
}

export function readClientSettings(env: NodeJS.ProcessEnv): ClientSettings {
  return {
    url: env['COFFER_URL'] || undefined,
    token: env['COFFER_TOKEN'],
    tenant: env['COFFER_TENANT'] || undefined,
    caFile: env['COFFER_CA_FILE'] || undefined,
    folder: folderOf(env),
    proxyEnv: env,
    isColourful: !env['NO_COLOR'] && env['TERM'] !== 'dumb',
    openKeyring: () => openKeyring(env),
  }
}

/** XDG Base Directory Specification 0.8: a relative path in the variable is ignored. */
function folderOf(env: NodeJS.ProcessEnv): string {
  const configured = env['XDG_CONFIG_HOME']
  if (configured && path.isAbsolute(configured)) return path.join(configured, 'coffer')
  if (process.platform === 'win32' && env['APPDATA']) return path.join(env['APPDATA'], 'coffer')
  return path.join(env['HOME'] || os.homedir(), '.config', 'coffer')
}

/**
 * Parses the address of a service and rejects parts that it must not have.
 * @throws CommandError
 */
export function readUrl(given: string): string {
  const url = URL.parse(given)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new CommandError(
      exitCodes.unusable,
      message('service_address_invalid', { address: given }),
      message('example_value', { example: 'https://coffer.example.net' }),
    )
  }
  if (url.username || url.password) {
    throw new CommandError(exitCodes.unusable, message('service_address_has_password'))
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/**
 * Returns the text of a file that the user specified.
 * @throws CommandError
 */
export function readGivenFile(file: string): string {
  return readGivenBytes(file).toString('utf8')
}

/**
 * Returns the bytes of a file that the user specified.
 * @throws CommandError
 */
export function readGivenBytes(file: string): Buffer {
  try {
    return fs.readFileSync(file)
  } catch (error) {
    throw new CommandError(exitCodes.unusable, message('file_unreadable', { file, reason: (error as Error).message }))
  }
}
