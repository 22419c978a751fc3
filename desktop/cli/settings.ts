import { message } from '../../shared/messages/message.ts'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { CommandEnd, exitCodes } from './exit-codes.ts'
import { type Keyring, openKeyring } from './keyring.ts'

/** What the client takes from its environment; options of the command line come first. */
export interface ClientSettings {
  url: string | undefined
  /** An empty one is given too, and opens nothing: it must not fall back to a session. */
  token: string | undefined
  tenant: string | undefined
  caFile: string | undefined
  /** Where the sessions are kept. */
  folder: string
  /** HTTP_PROXY, HTTPS_PROXY and NO_PROXY are looked up in it. */
  proxyEnv: NodeJS.ProcessEnv
  isColourful: boolean
  /** That of the environment; null where there is none. */
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

/** XDG Base Directory Specification 0.8: a relative path in the variable counts as none. */
function folderOf(env: NodeJS.ProcessEnv): string {
  const configured = env['XDG_CONFIG_HOME']
  if (configured && path.isAbsolute(configured)) return path.join(configured, 'coffer')
  if (process.platform === 'win32' && env['APPDATA']) return path.join(env['APPDATA'], 'coffer')
  return path.join(env['HOME'] || os.homedir(), '.config', 'coffer')
}

/** The address of a service, without what may not stand in one. @throws CommandEnd */
export function readUrl(given: string): string {
  const url = URL.parse(given)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new CommandEnd(
      exitCodes.unusable,
      message('service_address_invalid', { address: given }),
      message('example_value', { example: 'https://coffer.example.net' }),
    )
  }
  if (url.username || url.password) {
    throw new CommandEnd(exitCodes.unusable, message('service_address_has_password'))
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** The text of a file that was named. @throws CommandEnd */
export function readGivenFile(file: string): string {
  return readGivenBytes(file).toString('utf8')
}

/** The bytes of a file that was named. @throws CommandEnd */
export function readGivenBytes(file: string): Buffer {
  try {
    return fs.readFileSync(file)
  } catch (error) {
    throw new CommandEnd(exitCodes.unusable, message('file_unreadable', { file, reason: (error as Error).message }))
  }
}
