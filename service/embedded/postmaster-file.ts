import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** What a running PostgreSQL says of itself in the file postmaster.pid of its cluster. */
export interface PostmasterFile {
  pid: number
  ready: boolean
}

/** @returns undefined when there is no such file, or it is only half written */
export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  try {
    const lines = fs.readFileSync(postmasterFile(cluster), 'utf8').split('\n')
    const pid = Number(lines[0])
    // line 8 is the state; the layout is that of PostgreSQL's src/include/utils/pidfile.h
    return Number.isInteger(pid) && pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined
  } catch {
    return undefined
  }
}

export function postmasterFile(cluster: string): string {
  return path.join(cluster, 'postmaster.pid')
}

/**
 * Whether that process is a living PostgreSQL on that cluster. A zombie (its parent is gone and nobody collects it) and
 * a process that got the number later answer signals just the same, so the system is asked what it is.
 */
export function isPostgresOn(pid: number, cluster: string): boolean {
  return process.platform === 'linux' ? isPostgresByProc(pid, cluster) : isPostgresByPs(pid)
}

function isPostgresByProc(pid: number, cluster: string): boolean {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8') // "pid (name) state …"; a name may hold brackets
    const state = stat.slice(stat.lastIndexOf(')') + 2)[0]
    if (state === 'Z' || state === 'X' || !stat.includes('(postgres)')) return false
    const folder = readFolder(pid)
    return folder === 'not readable' || folder === fs.realpathSync(cluster)
  } catch {
    return false
  }
}

/**
 * The folder that a process works in. It is not readable for a process in another user namespace, which the service's
 * unit has (systemd.exec(5), PrivateUsers; ptrace(2), access mode checking): then the number and the name decide.
 */
function readFolder(pid: number): string {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
    return 'not readable'
  }
}

/** Without procfs the folder cannot be asked for; the name must do. */
function isPostgresByPs(pid: number): boolean {
  try {
    const [state = 'Z', command = ''] = execFileSync('ps', ['-o', 'stat=,comm=', '-p', String(pid)], {
      encoding: 'utf8',
    })
      .trim()
      .split(/\s+/, 2)
    return !state.startsWith('Z') && path.basename(command) === 'postgres'
  } catch {
    return false
  }
}
