import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { jsonFile } from '../json-file.ts'

/** A service that this program, or an earlier run of it, started. */
export interface RunningService {
  pid: number
  port: number
  dataFolder: string
}

/** Creates the record of the service's process, by which a later start finds it, also after the program was killed. */
export function createRunningServiceFile(file: string) {
  return jsonFile<RunningService | null>(file, null, isRunningService)
}

/**
 * Returns whether the process is running and is the service. Its number may have been reused, and a zombie still
 * accepts signals.
 * @param main the service's entry file, which is on its command line
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
