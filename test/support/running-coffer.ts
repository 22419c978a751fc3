import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { type Client, clientOf, must } from './service.ts'

/** Coffer as `npm start` runs it: a process of its own with its database and its agent. */
export interface RunningCoffer {
  url: string
  pid: number
  dataDirectory: string
  /** Log lines so far. */
  log: string[]
  /** Logged in as the first administrator. */
  admin(): Promise<Client>
  /** The customer `default`, once its agent `local` is online. */
  localAgent(): Promise<{ tenantId: string; agentId: string }>
  kill(signal: NodeJS.Signals): Promise<number | null>
}

const root = path.join(import.meta.dirname, '../..')

/** A data directory for one; PostgreSQL's account must be able to pass. */
export function newDataDirectory(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-running-'))
  fs.chmodSync(folder, 0o711)
  return folder
}

/** Starts it and waits until it listens. @throws Error with what it printed when it ends before */
export async function runCoffer(
  dataDirectory: string,
  environment: Record<string, string> = {},
): Promise<RunningCoffer> {
  const log: string[] = []
  const child = spawn(process.execPath, ['service/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      BKP_DATA_DIR: dataDirectory,
      BKP_PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const url = await listening(child, log)
  const admin = async () => {
    const password = fs.readFileSync(path.join(dataDirectory, 'initial-admin-password'), 'utf8').trim()
    const { token } = must(
      await clientOf(url, null).post('/api/auth/login', { email: 'admin@localhost', password }),
      200,
    )
    return clientOf(url, token)
  }
  return {
    url,
    pid: child.pid ?? 0,
    dataDirectory,
    log,
    admin,
    async localAgent() {
      const client = await admin()
      for (let tries = 0; tries < 300; tries += 1) {
        const [agent] = must(await client.get('/api/agents?status=online'), 200)
        if (agent) return { tenantId: agent.tenant_id, agentId: agent.id }
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error(`the local agent did not come: ${log.slice(-20).join('\n')}`)
    },
    kill(signal) {
      if (child.exitCode !== null) return Promise.resolve(child.exitCode)
      return new Promise((resolve) => {
        child.once('exit', (code) => resolve(code))
        child.kill(signal)
      })
    },
  }
}

function listening(child: ChildProcess, log: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue
      createInterface({ input: stream }).on('line', (line) => {
        log.push(line)
        const url = /Coffer listens on (http:\/\/[^;\s"]+)/.exec(line)?.[1]
        if (url) resolve(url)
      })
    }
    child.once('exit', (code) => setImmediate(() => reject(new Error(`ended with ${code}: ${log.join('\n')}`))))
  })
}
