import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import zlib from 'node:zlib'
import { agentPrograms } from '../../build/agent-programs.ts'
import { agentTargets } from '../../build/agent-targets.ts'
import { bundleProgram } from '../../build/bundle-program.ts'
import { makeExecutable } from '../../build/make-executable.ts'
import { startFakeService } from '../support/fake-service.ts'
import { median, printTable } from './table.ts'

/** Measures the agent's executable for this computer: its size, start time, and memory while idle. */
export async function benchExecutable(small: boolean): Promise<void> {
  const target = agentTargets.find(({ name }) => name === `${process.platform}-${process.arch}`)
  if (!target || process.platform !== 'linux') return console.log('the executable is measured on Linux')
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-bench-executable-'))
  const file = path.join(folder, 'coffer-agent')
  try {
    await bundleProgram(path.join(folder, 'bundle'), agentPrograms)
    makeExecutable(target, path.join(folder, 'bundle'), file)
    const starts = Array.from({ length: small ? 10 : 40 }, () => elapsed(() => execFileSync(file, ['--version'])))
    const bare = Array.from({ length: starts.length }, () => elapsed(() => execFileSync(process.execPath, ['-e', '0'])))
    const idle = await idleMemory(file, folder, small ? 5_000 : 30_000)
    const bytes = fs.readFileSync(file)
    printTable(
      `The agent's executable, ${target.name}`,
      [
        'MB',
        'MB compressed',
        'start ms: median',
        'least',
        'Node alone ms: median',
        'least',
        'idle MB',
        'of it private',
      ],
      [
        [
          (bytes.length / 1e6).toFixed(1),
          (zlib.gzipSync(bytes, { level: 9 }).length / 1e6).toFixed(1),
          Math.round(median(starts)),
          Math.round(Math.min(...starts)),
          Math.round(median(bare)),
          Math.round(Math.min(...bare)),
          Math.round(idle.residentMb),
          Math.round(idle.privateMb),
        ],
      ],
    )
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

function elapsed(work: () => void): number {
  const since = performance.now()
  work()
  return performance.now() - since
}

/**
 * Measures the memory of an idle enrolled agent, with the settings of the systemd unit. Memory that is not private
 * consists of pages of the program's file, which the system can reclaim.
 */
async function idleMemory(
  file: string,
  folder: string,
  waitMs: number,
): Promise<{ residentMb: number; privateMb: number }> {
  const service = await startFakeService()
  const env = { BKP_AGENT_STATE_DIR: path.join(folder, 'state'), MALLOC_ARENA_MAX: '2' }
  await runToEnd(
    spawn(file, ['enroll', '--url', service.url], { env, stdio: ['pipe', 'ignore', 'inherit'] }),
    service.token,
  )
  const agent = spawn(file, ['run'], { env, stdio: 'ignore' })
  try {
    await service.until(() => service.requests.some(({ path: where }) => where.endsWith('/heartbeats')))
    await pause(waitMs)
    const status = fs.readFileSync(`/proc/${agent.pid}/status`, 'utf8')
    const mbOf = (line: string) => Number(new RegExp(`${line}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
    return { residentMb: mbOf('VmRSS'), privateMb: mbOf('RssAnon') }
  } finally {
    agent.kill()
    await new Promise((resolve) => agent.once('exit', resolve))
    await service.close()
  }
}

function runToEnd(child: ReturnType<typeof spawn>, input: string): Promise<unknown> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.stdin?.end(input)
  return ended
}
