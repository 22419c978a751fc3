import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Waits until no other process has the lock, takes it, and returns a function that releases it. A killed process loses it.
 * @param file is created, and removed on release
 */
export async function lockFile(file: string): Promise<() => void> {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  while (!take(file)) {
    const owner = readOwner(file)
    if (owner !== undefined && !isRunning(owner)) fs.rmSync(file, { force: true })
    else await pause(lockPollMs)
  }
  return () => fs.rmSync(file, { force: true })
}

const lockPollMs = 200

/** Links a complete file to the lock's name, so that a lock always names its owner. */
function take(file: string): boolean {
  const own = `${file}.${process.pid}`
  fs.writeFileSync(own, String(process.pid))
  try {
    fs.linkSync(own, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    fs.rmSync(own)
  }
}

function readOwner(file: string): number | undefined {
  try {
    return Number(fs.readFileSync(file, 'utf8'))
  } catch {
    return undefined // released meanwhile
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
