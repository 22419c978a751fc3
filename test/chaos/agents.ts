import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type KeptProcess, ends, keepRunning } from './kept-process.ts'
import type { LastLines } from './last-lines.ts'
import { bareEnvironment } from '../support/bare-environment.ts'

/** Agent processes that reach the service through the load balancer. */
export interface Agents {
  processes: KeptProcess[]
  /** Unexpected exits, as text. */
  mistakes: string[]
  stop(): Promise<void>
}

const program = path.join(import.meta.dirname, '../../agent/main.ts')

/** Maximum number of concurrent jobs of an agent. */
const concurrency = 20

/**
 * Enrols and starts them.
 * @param tokens enrolment tokens, one for each agent
 */
export async function startAgents(url: string, tokens: string[], lines: LastLines): Promise<Agents> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-chaos-agents-'))
  const mistakes: string[] = []

  const start = (at: number, args: string[]) =>
    spawn(process.execPath, [program, ...args], {
      env: {
        ...bareEnvironment(),
        HOME: folder,
        BKP_AGENT_STATE_DIR: path.join(folder, String(at)),
        BKP_AGENT_CONCURRENCY: String(concurrency),
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    })

  async function enrol(token: string, at: number) {
    const child = start(at, ['enroll', '--url', url])
    child.stdin.end(`${token}\n`)
    const code = await ends(child)
    if (code !== 0) throw new Error(`an agent could not enrol: ${code}`)
  }

  await Promise.all(tokens.map(enrol))
  const processes = tokens.map((_, at) =>
    keepRunning({
      start: () => start(at, ['run']),
      ready: /\bconnected with\b/,
      heard: (line) => lines.add(`agent ${at}`, line),
      wentDown: () => undefined,
      endedByItself: (code) => mistakes.push(`agent ${at} ended by itself, with ${code}`),
    }),
  )
  return {
    processes,
    mistakes,
    async stop() {
      await Promise.all(processes.map((kept) => kept.stop()))
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
