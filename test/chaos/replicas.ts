import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type KeptProcess, keepRunning } from './kept-process.ts'
import type { LastLines } from './last-lines.ts'
import { bareEnvironment } from '../support/bare-environment.ts'

/** Service processes that share only a database, an object store and a master key. */
export interface Replicas {
  /** Addresses of those that are listening. */
  living(): string[]
  processes: KeptProcess[]
  /** Unexpected exits after the start, as text. */
  mistakes: string[]
  stop(): Promise<void>
}

const ready = /^Coffer listens on (\S+)$/

/** @returns once all of them listen */
export async function startReplicas(
  count: number,
  environment: Record<string, string>,
  lines: LastLines,
): Promise<Replicas> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-chaos-replicas-'))
  fs.chmodSync(folder, 0o711)
  const urls: (string | null)[] = Array.from({ length: count }, () => null)
  const mistakes: string[] = []

  const start = (at: number) =>
    spawn(process.execPath, [path.join(import.meta.dirname, 'replica.ts')], {
      env: {
        ...bareEnvironment(),
        BKP_DATA_DIR: path.join(folder, String(at)),
        BKP_PORT: '0',
        BKP_LOCAL_AGENT: 'off',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })

  const processes = urls.map((_, at) =>
    keepRunning({
      start: () => start(at),
      ready,
      heard(line) {
        lines.add(`replica ${at}`, line)
        urls[at] = ready.exec(line)?.[1] ?? urls[at] ?? null
      },
      wentDown: () => (urls[at] = null),
      // a failed start, with the database or the store unavailable, is not an error
      endedByItself: (code, wasReady) => wasReady && mistakes.push(`replica ${at} ended by itself, with ${code}`),
    }),
  )
  while (urls.includes(null)) await pause(50)
  return {
    living: () => urls.filter((url) => url !== null),
    processes,
    mistakes,
    async stop() {
      await Promise.all(processes.map((kept) => kept.stop()))
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
