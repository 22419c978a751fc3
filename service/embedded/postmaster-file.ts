import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** The contents of a cluster's postmaster.pid. */
export interface PostmasterFile {
  pid: number
  ready: boolean
}

/** Returns undefined if the file does not exist or is incomplete. */
export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  try {
    const lines = fs.readFileSync(postmasterFile(cluster), 'utf8').split('\n')
    const pid = Number(lines[0])
    // line 8 is the state (PostgreSQL's src/include/utils/pidfile.h)
    return Number.isInteger(pid) && pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined
  } catch {
    return undefined
  }
}

export function postmasterFile(cluster: string): string {
  return path.join(cluster, 'postmaster.pid')
}

/**
 * Returns whether the process is a running PostgreSQL on this cluster. A signal also succeeds for a zombie that no
 * parent collected and for a process that reused the number, so the process table is checked.
 */
export function isPostgresOn(pid: number, cluster: string): boolean {
  return process.platform === 'linux' ? isPostgresByProc(pid, cluster) : isPostgresByPs(pid)
}

function isPostgresByProc(pid: number, cluster: string): boolean {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8') // "pid (name) state …"; the name may contain brackets
    const state = stat.slice(stat.lastIndexOf(')') + 2)[0]
    if (state === 'Z' || state === 'X' || !stat.includes('(postgres)')) return false
    const folder = readFolder(pid)
    return folder === 'not readable' || folder === fs.realpathSync(cluster)
  } catch {
    return false
  }
}

/**
 * Returns the working directory of a process. It is not readable for a process in another user namespace, such as the
 * service's unit (systemd.exec(5), PrivateUsers; ptrace(2), access mode checking). The caller then relies on number and
 * name.
 */
function readFolder(pid: number): string {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
    return 'not readable'
  }
}

/** Checks the process name only: the working directory needs procfs. */
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
