import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** The process of the test run: this one or, in a worker, its parent, which distributes the test files. */
export const runId: number = process.env['MOCHA_WORKER_ID'] === undefined ? process.pid : process.ppid

/**
 * Creates a folder for data that the test deletes. It is in memory if there is space: on a disk, starting a database
 * mostly waits for small files.
 */
export function temporaryFolder(prefix: string): string {
  return fs.mkdtempSync(path.join(hasRoom(memory) ? memory : os.tmpdir(), prefix))
}

/** Returns the full paths of temporary folders named `<prefix><run>-…` of the runs that `isMeant` accepts. */
export function foldersOf(prefix: string, isMeant: (run: number) => boolean): string[] {
  return [memory, os.tmpdir()]
    .filter((root) => fs.existsSync(root))
    .flatMap((root) => fs.readdirSync(root).map((name) => ({ name, folder: path.join(root, name) })))
    .filter(({ name }) => name.startsWith(prefix) && isMeant(Number.parseInt(name.slice(prefix.length))))
    .map(({ folder }) => folder)
}

/** Whether no process has that number any more: what such a run left was not removed. */
export function isOver(run: number): boolean {
  try {
    return run > 0 && !process.kill(run, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

const memory = '/dev/shm'

/** A container often has only 64 MB there. */
function hasRoom(root: string): boolean {
  try {
    const { bavail, bsize } = fs.statfsSync(root)
    return bavail * bsize > 3 * 1024 ** 3
  } catch {
    return false // not Linux
  }
}
