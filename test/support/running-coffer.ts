import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { clientOf, confirmedClient, must } from './service.ts'
import { bareEnvironment } from './bare-environment.ts'
import { bundlePrograms, programs } from './bundled-programs.ts'
import { temporaryFolder } from './temporary-folders.ts'

export type RunningCoffer = Awaited<ReturnType<typeof runCoffer>>

const root = path.join(import.meta.dirname, '../..')

/** Creates a data directory, which PostgreSQL's account can traverse. */
export function newDataDirectory(): string {
  const folder = temporaryFolder('coffer-running-')
  fs.chmodSync(folder, 0o711)
  return folder
}

/**
 * Starts the bundled Coffer in its own process with its database and its agent, and waits until it listens.
 * @param account under which it runs; default: the tests' own
 * @param program run instead of the service's: a source file, or a command with its arguments
 * @throws Error with its output if it ends before
 */
export async function runCoffer(
  dataDirectory: string,
  environment: Record<string, string> = {},
  account: ProgramOptions = {},
  program: string | string[] = programs.service,
) {
  if (program === programs.service) await bundlePrograms()
  const words = typeof program === 'string' ? [process.execPath, program] : program
  const started = startProgram(words, environmentOn(dataDirectory, environment), account)
  const { log } = started
  const url = await listening(started)
  /** Returns a client logged in as the first administrator. */
  const admin = async () => {
    const password = fs.readFileSync(path.join(dataDirectory, 'initial-admin-password'), 'utf8').trim()
    const { token } = must(
      await clientOf(url, null).post('/api/auth/login', { email: 'admin@localhost', password }),
      200,
    )
    return confirmedClient(url, token, password)
  }
  return {
    ...started,
    url,
    dataDirectory,
    admin,
    /** Returns the tenant `default`, once its agent `local` is online. */
    async localAgent(): Promise<{ tenantId: string; agentId: string }> {
      const client = await admin()
      for (let tries = 0; tries < 300; tries += 1) {
        const [agent] = must(await client.get('/api/agents?status=online'), 200)
        // the agent of an earlier start counts as online for some time
        const isHere = log.some((line) => line.includes('connected with'))
        if (agent && isHere) return { tenantId: agent.tenant_id, agentId: agent.id }
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error(`the local agent did not come: ${log.slice(-20).join('\n')}`)
    },
  }
}

/** Runs a command with its arguments to its end, or a start that is refused. */
export async function runCommand(
  command: string,
  dataDirectory: string,
  environment: Record<string, string> = {},
): Promise<{ code: number | null; output: string; errors: string }> {
  await bundlePrograms()
  const words = [process.execPath, programs.service, ...command.split(' ')]
  const { child, ended } = launch(words, environmentOn(dataDirectory, environment))
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, output, errors }
}

/** Starts a program in the repository's folder, which ends with this process by `killSignal`. Its lines are in `log`. */
export function startProgram(words: string[], env: NodeJS.ProcessEnv, options?: ProgramOptions) {
  const { child, ended } = launch(words, env, options)
  const log: string[] = []
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => void log.push(line))
  }
  return {
    pid: child.pid ?? 0,
    log,
    /** Resolves with its exit code. */
    ended,
    kill(signal: NodeJS.Signals = 'SIGKILL') {
      child.kill(signal)
      return ended
    },
  }
}

type ProgramOptions = Pick<SpawnOptions, 'uid' | 'gid' | 'killSignal'>

function launch([command = '', ...words]: string[], env: NodeJS.ProcessEnv, options: ProgramOptions = {}) {
  const child = spawn(command, words, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], ...options })
  endWithUs(child, options.killSignal as NodeJS.Signals | undefined)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, ended }
}

/** Ends the child with this process, so that a test that is interrupted leaves nothing running. */
export function endWithUs(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM') {
  const kill = () => void child.kill(signal)
  process.on('exit', kill)
  child.once('exit', () => process.off('exit', kill))
}

/** Returns running processes that use this data directory: service, database, agent. Linux only. */
export function processesOn(dataDirectory: string): { pid: number; command: string; environment: string }[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        if (/^State:\s+[ZX]/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))) return []
        const [command = '', environment = ''] = ['cmdline', 'environ'].map((file) =>
          fs.readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', '\n').trim(),
        )
        const seen = [command, environment, fs.readlinkSync(`/proc/${pid}/cwd`)].join('\n')
        return seen.includes(dataDirectory) ? [{ pid: Number(pid), command, environment }] : []
      } catch {
        return [] // it has ended, or belongs to another user
      }
    })
}

function environmentOn(dataDirectory: string, environment: Record<string, string>): NodeJS.ProcessEnv {
  return { ...bareEnvironment(), BKP_DATA_DIR: dataDirectory, BKP_PORT: '0', BKP_PROCESSES: '1', ...environment }
}

async function listening({ log, ended }: ReturnType<typeof startProgram>): Promise<string> {
  const isOver = ended.then(() => true)
  for (;;) {
    const url = log.map((line) => /Coffer listens on (http:\/\/[^;\s"]+)/.exec(line)?.[1]).find(Boolean)
    if (url) return url
    if (await Promise.race([isOver, pause(20)])) throw new Error(`ended with ${await ended}: ${log.join('\n')}`)
  }
}
