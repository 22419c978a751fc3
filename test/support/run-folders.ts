import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** The process of the test run: our own, or the one that shares the files among workers such as this. */
export const runId: number = process.env['MOCHA_WORKER_ID'] === undefined ? process.pid : process.ppid

/** Temporary folders named `<prefix><run>-…` of the runs that `isMeant` says, as whole paths. */
export function foldersOf(prefix: string, isMeant: (run: number) => boolean): string[] {
  return fs
    .readdirSync(os.tmpdir())
    .filter((name) => name.startsWith(prefix) && isMeant(Number.parseInt(name.slice(prefix.length))))
    .map((name) => path.join(os.tmpdir(), name))
}

/** Whether no process has that number any more: what such a run left was never tidied up. */
export function isOver(run: number): boolean {
  try {
    return run > 0 && !process.kill(run, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
