import { execFile } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'

/**
 * The process that listens on a local port; null if the system does not reveal it, such as for another user's process.
 */
export interface PortHolder {
  pid: number | null
  name: string | null
}

/** Returns whether the port is unusable, also because this account may not listen on it. */
export async function isPortTaken(port: number): Promise<boolean> {
  const probe = net.createServer()
  return new Promise((resolve) => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'EADDRINUSE' || error.code === 'EACCES'),
    )
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(false)))
  })
}

/** Returns the next higher port that is free. */
export async function nextFreePort(after: number): Promise<number | null> {
  for (let port = after + 1; port <= Math.min(after + 50, 65_535); port += 1) {
    if (!(await isPortTaken(port))) return port
  }
  return null
}

export async function findPortHolder(port: number, platform: NodeJS.Platform = process.platform): Promise<PortHolder> {
  try {
    if (platform === 'linux') return holderByProc(port)
    if (platform === 'darwin')
      return holderInLsof(await runProgram('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc']))
    const pid = pidInNetstat(await runProgram('netstat', ['-ano', '-p', 'TCP']), port)
    if (pid === null) return unknown
    return { pid, name: nameInTasklist(await runProgram('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'])) }
  } catch {
    return unknown
  }
}

/** Parses the lines `pNUMBER` and `cNAME` of `lsof -F`. */
export function holderInLsof(output: string): PortHolder {
  const pid = /^p(\d+)$/m.exec(output)?.[1]
  return { pid: pid === undefined ? null : Number(pid), name: /^c(.+)$/m.exec(output)?.[1] ?? null }
}

/** Parses `TCP  127.0.0.1:8080  0.0.0.0:0  LISTENING  4711`. The state is in the system's language. */
export function pidInNetstat(output: string, port: number): number | null {
  const rows = output.split('\n').map((line) => line.trim().split(/\s+/))
  const row = rows.find((cells) => cells[0] === 'TCP' && cells[1]?.endsWith(`:${port}`) && cells[2]?.endsWith(':0'))
  return row ? Number(row.at(-1)) : null
}

/** Parses `"nginx.exe","4711",…`. */
export function nameInTasklist(output: string): string | null {
  return /^"([^"]+)"/m.exec(output)?.[1] ?? null
}

/** Returns the inodes of sockets that listen on the port: proc_pid_net(5), state 0A. */
export function listeningInodes(table: string, port: number): string[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0')
  return table.split('\n').flatMap((line) => {
    const cells = line.trim().split(/\s+/)
    return cells[1]?.endsWith(`:${wanted}`) && cells[3] === '0A' && cells[9] ? [cells[9]] : []
  })
}

const unknown: PortHolder = { pid: null, name: null }

function holderByProc(port: number): PortHolder {
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].filter((file) => fs.existsSync(file))
  const inodes = tables.flatMap((file) => listeningInodes(fs.readFileSync(file, 'utf8'), port))
  const links = new Set(inodes.map((inode) => `socket:[${inode}]`))
  for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    if (!openFiles(pid).some((link) => links.has(link))) continue
    const [command = ''] = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return { pid: Number(pid), name: path.basename(command) || null }
  }
  return unknown
}

function openFiles(pid: string): string[] {
  try {
    return fs.readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => {
      try {
        return [fs.readlinkSync(`/proc/${pid}/fd/${descriptor}`)]
      } catch {
        return [] // just closed
      }
    })
  } catch {
    return [] // just ended, or owned by another user
  }
}

async function runProgram(program: string, parameters: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, parameters, { windowsHide: true, timeout: 5_000 })
  return stdout
}
