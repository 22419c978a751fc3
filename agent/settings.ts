import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { unusable } from './exit-codes.ts'

/** What the environment decides about an agent. All of it is optional. */
export interface AgentSettings {
  /** Where the service is, without a slash at the end; the address given at enrolment when absent. */
  url?: string
  /** A file that holds an enrolment token, read once, by an agent that is not enrolled. */
  tokenFile?: string
  /** The folder of the agent's key; nothing else of an agent is on a disk. */
  stateDir: string
  /** How many jobs may run at once. They wait on devices most of the time. */
  concurrency: number
  /** Where `run` writes its lines, in place of standard output. */
  logFile?: string
  /** PEM: certificate authorities that are trusted beside those of the computer. */
  caCertificates?: string
}

/** @throws CommandEnd for the first value that cannot be used */
export function readSettings(env: NodeJS.ProcessEnv): AgentSettings {
  return {
    url: env['BKP_AGENT_URL'] ? readUrl('BKP_AGENT_URL', env['BKP_AGENT_URL']) : undefined,
    tokenFile: env['BKP_AGENT_TOKEN_FILE'] || undefined,
    stateDir: path.resolve(env['BKP_AGENT_STATE_DIR'] || defaultStateDir(env)),
    logFile: env['BKP_AGENT_LOG_FILE'] ? path.resolve(env['BKP_AGENT_LOG_FILE']) : undefined,
    concurrency: env['BKP_AGENT_CONCURRENCY'] ? readConcurrency(env['BKP_AGENT_CONCURRENCY']) : 100,
    caCertificates: env['BKP_AGENT_CA_FILE'] ? readCertificates(env['BKP_AGENT_CA_FILE']) : undefined,
  }
}

/**
 * The address of a service, as this program keeps it.
 * @param variable what to name when it cannot be used
 */
export function readUrl(variable: string, given: string): string {
  const url = URL.parse(given)
  const isAddress = url !== null && /^https?:$/.test(url.protocol) && url.hostname !== ''
  if (!isAddress || url.username || url.search || url.hash) {
    throw unusable('setting_invalid', { variable, given: withoutPassword(url, given), expected: 'url' })
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

function withoutPassword(url: URL | null, given: string): string {
  return url?.password ? given.replace(url.password, '•••') : given
}

/**
 * Puts the proxies' variables as Node's agents take them: `proxy:3128` is `http://proxy:3128`, as it is to curl. Node passes
 * over any other value, and would go past the proxy.
 * @throws CommandEnd for a value that is no proxy for HTTP
 */
export function resolveProxies(env: NodeJS.ProcessEnv): void {
  for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY']) {
    const given = env[name]
    if (!given) continue
    const address = given.includes('://') ? given : `http://${given}`
    const url = URL.parse(address)
    if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') {
      throw unusable('setting_invalid', { variable: name, given: withoutPassword(url, given), expected: 'proxy' })
    }
    env[name] = address
  }
}

function readConcurrency(given: string): number {
  const number = Number(given)
  if (Number.isInteger(number) && number >= 1 && number <= 1000) return number
  throw unusable('setting_out_of_range', { variable: 'BKP_AGENT_CONCURRENCY', given, min: 1, max: 1000 })
}

function readCertificates(file: string): string {
  const variable = 'BKP_AGENT_CA_FILE'
  let text: string
  try {
    text = fs.readFileSync(file, 'utf8')
  } catch {
    throw unusable('setting_file_unreadable', { variable, file })
  }
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text
  throw unusable('setting_invalid', { variable, given: file, expected: 'certificates' })
}

/**
 * Where an agent that starts with the computer keeps its key.
 * @param system whose paths these are; not necessarily the one that this runs on
 */
export function systemStateDir(system: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  if (system === 'win32') return path.win32.join(env['ProgramData'] ?? 'C:\\ProgramData', 'Coffer Agent')
  return system === 'darwin' ? '/Library/Application Support/Coffer Agent' : '/var/lib/coffer-agent'
}

function defaultStateDir(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'win32' || process.getuid?.() === 0) return systemStateDir(process.platform, env)
  if (process.platform === 'darwin') return path.join(homeFolder(), 'Library/Application Support/Coffer Agent')
  return path.join(env['XDG_STATE_HOME'] || path.join(homeFolder(), '.local/state'), 'coffer-agent')
}

/** An account that a container made up has no line in passwd. @throws CommandEnd */
function homeFolder(): string {
  try {
    return os.homedir()
  } catch {
    throw unusable('state_folder_unknown')
  }
}
