import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { jsonFile } from '../json-file.ts'

/** A service that this program, or one before it, has started. */
export interface RunningService {
  pid: number
  port: number
  dataFolder: string
}

/** What is remembered of it, so that a later start of the program finds it again: also after the program was killed. */
export function createRunningServiceFile(file: string) {
  return jsonFile<RunningService | null>(file, null, isRunningService)
}

/**
 * Whether that process lives and is the service: its number may be another's by now, and a process that nobody has waited
 * for answers signals although it is dead.
 * @param main the service's first file, which stands on its command line
 */
export function isServiceProcess(pid: number, main: string, platform: NodeJS.Platform = process.platform): boolean {
  try {
    return commandOf(pid, platform).includes(main)
  } catch {
    return false
  }
}

function commandOf(pid: number, platform: NodeJS.Platform): string {
  if (platform === 'linux') return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8') // empty for a zombie
  if (platform === 'win32') {
    const question = `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CommandLine`
    return execFileSync('powershell', ['-NoProfile', '-Command', question], { encoding: 'utf8', windowsHide: true })
  }
  return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
}

function isRunningService(found: unknown): found is RunningService | null {
  if (found === null) return true
  if (typeof found !== 'object') return false
  const { pid, port, dataFolder } = found as Record<string, unknown>
  return Number.isInteger(pid) && Number.isInteger(port) && typeof dataFolder === 'string'
}
