import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { endWithUs } from '../support/running-coffer.ts'

/** A program that is restarted when it ends, as by systemd. */
export interface KeptProcess {
  /** Undefined while it is not running. */
  readonly pid: number | undefined
  /** Milliseconds since it became ready; 0 if it is not ready. */
  readonly readyMs: number
  /** Kills it with SIGKILL, and restarts it after `downMs`. @returns whether it was running */
  kill(downMs: number): boolean
  /** Suspends it for `ms`, as on a paused machine; its connections stay open. */
  freeze(ms: number): boolean
  stop(): Promise<void>
}

export interface KeptProgram {
  start(): ChildProcess
  /** Matches the line that reports readiness. */
  ready: RegExp
  heard(line: string): void
  wentDown(): void
  /** Called when it exits without being killed. */
  endedByItself(code: number | null, wasReady: boolean): void
}

/** Delay before the restart after such an exit. */
const restartMs = 500

export function keepRunning({ start, ready, heard, wentDown, endedByItself }: KeptProgram): KeptProcess {
  let child: ChildProcess | undefined
  let isOver = false
  let readyAt: number | undefined
  let downMs: number | undefined

  async function runOnce() {
    const running = start()
    child = running
    endWithUs(running, 'SIGKILL')
    for (const stream of [running.stdout, running.stderr]) {
      if (!stream) continue
      createInterface({ input: stream }).on('line', (line) => {
        if (child === running && downMs === undefined && ready.test(line)) readyAt ??= performance.now()
        heard(line)
      })
    }
    const code = await ends(running)
    const wasReady = readyAt !== undefined
    child = undefined
    readyAt = undefined
    wentDown()
    if (!isOver && downMs === undefined) endedByItself(code, wasReady)
  }

  const keeping = (async () => {
    while (!isOver) {
      await runOnce()
      const waitMs = downMs ?? restartMs
      downMs = undefined
      if (!isOver) await pause(waitMs)
    }
  })()

  return {
    get pid() {
      return child?.pid
    },
    get readyMs() {
      return readyAt === undefined ? 0 : performance.now() - readyAt
    },
    kill(ms) {
      if (!child || downMs !== undefined) return false
      downMs = ms
      readyAt = undefined
      wentDown()
      return child.kill('SIGKILL')
    },
    freeze(ms) {
      const frozen = child
      if (!frozen || downMs !== undefined) return false
      setTimeout(() => frozen.kill('SIGCONT'), ms)
      return frozen.kill('SIGSTOP')
    },
    async stop() {
      isOver = true
      child?.kill('SIGKILL')
      await keeping
    },
  }
}

/** @returns its exit code; null if a signal ended it */
export function ends(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => child.once('exit', resolve))
}
