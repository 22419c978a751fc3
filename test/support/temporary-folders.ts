import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** The process of the test run: our own, or the one that shares the files among workers such as this. */
export const runId: number = process.env['MOCHA_WORKER_ID'] === undefined ? process.pid : process.ppid

/**
 * Returns a new folder for what need not outlive the test that removes it. It is in memory where there is room: most of a
 * database's start on a disk is waiting for small files.
 */
export function temporaryFolder(prefix: string): string {
  return fs.mkdtempSync(path.join(hasRoom(memory) ? memory : os.tmpdir(), prefix))
}

/** Temporary folders named `<prefix><run>-…` of the runs that `isMeant` says, as whole paths. */
export function foldersOf(prefix: string, isMeant: (run: number) => boolean): string[] {
  return [memory, os.tmpdir()]
    .filter((root) => fs.existsSync(root))
    .flatMap((root) => fs.readdirSync(root).map((name) => ({ name, folder: path.join(root, name) })))
    .filter(({ name }) => name.startsWith(prefix) && isMeant(Number.parseInt(name.slice(prefix.length))))
    .map(({ folder }) => folder)
}

/** Whether no process has that number any more: what such a run left was never tidied up. */
export function isOver(run: number): boolean {
  try {
    return run > 0 && !process.kill(run, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

const memory = '/dev/shm'

/** A container has often no more than 64 MB there. */
function hasRoom(root: string): boolean {
  try {
    const { bavail, bsize } = fs.statfsSync(root)
    return bavail * bsize > 3 * 1024 ** 3
  } catch {
    return false // not Linux
  }
}
