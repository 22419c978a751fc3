import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { unusable } from './exit-codes.ts'
import type { ListenerCertificate } from './listeners/open-listeners.ts'

/** The agent's settings from the environment. All are optional. */
export interface AgentSettings {
  /** URL of the service without a trailing slash; default: the URL of the enrolment. */
  url?: string
  /** A file with an enrolment token, read once if the agent is not enrolled. */
  tokenFile?: string
  /** The folder of the agent's key. An agent stores nothing else on disk. */
  stateDir: string
  /** Maximum number of concurrent jobs. They mostly wait for devices. */
  concurrency: number
  /** The file to which `run` logs, instead of standard output. */
  logFile?: string
  /** PEM: certificate authorities trusted in addition to the computer's. */
  caCertificates?: string
  /** PEM: with which the agent receives syslog over TLS. */
  listenerCertificate?: ListenerCertificate
}

/** @throws CommandError for the first invalid value */
export function readSettings(env: NodeJS.ProcessEnv): AgentSettings {
  return {
    url: env['BKP_AGENT_URL'] ? readUrl('BKP_AGENT_URL', env['BKP_AGENT_URL']) : undefined,
    tokenFile: env['BKP_AGENT_TOKEN_FILE'] || undefined,
    stateDir: path.resolve(env['BKP_AGENT_STATE_DIR'] || defaultStateDir(env)),
    logFile: env['BKP_AGENT_LOG_FILE'] ? path.resolve(env['BKP_AGENT_LOG_FILE']) : undefined,
    concurrency: env['BKP_AGENT_CONCURRENCY'] ? readConcurrency(env['BKP_AGENT_CONCURRENCY']) : 100,
    caCertificates: env['BKP_AGENT_CA_FILE']
      ? readCertificates('BKP_AGENT_CA_FILE', env['BKP_AGENT_CA_FILE'])
      : undefined,
    listenerCertificate: readListenerCertificate(env),
  }
}

/**
 * Normalises the URL of a service.
 * @param variable the setting to name in an error
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
 * Rewrites the proxy variables for Node's agents: `proxy:3128` becomes `http://proxy:3128`, as curl reads it. Node
 * ignores other forms and would bypass the proxy.
 * @throws CommandError for a value that is not an HTTP proxy
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

function readListenerCertificate(env: NodeJS.ProcessEnv): ListenerCertificate | undefined {
  const { BKP_AGENT_LISTENER_CERT_FILE: certFile, BKP_AGENT_LISTENER_KEY_FILE: keyFile } = env
  if (!certFile) return undefined
  const cert = readCertificates('BKP_AGENT_LISTENER_CERT_FILE', certFile)
  return { cert, key: readText('BKP_AGENT_LISTENER_KEY_FILE', keyFile ?? '') }
}

function readText(variable: string, file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    throw unusable('setting_file_unreadable', { variable, file })
  }
}

function readCertificates(variable: string, file: string): string {
  const text = readText(variable, file)
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text
  throw unusable('setting_invalid', { variable, given: file, expected: 'certificates' })
}

/**
 * Returns where an agent installed as a service stores its key.
 * @param system the target system, which may differ from the current one
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

/** An account created by a container runtime has no entry in passwd. @throws CommandError */
function homeFolder(): string {
  try {
    return os.homedir()
  } catch {
    throw unusable('state_folder_unknown')
  }
}
