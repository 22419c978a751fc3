import { readFileSync, readdirSync } from 'node:fs'
import { programs } from '../support/bundled-programs.ts'

/** Returns the CPU seconds of all threads of a process, and its largest resident set in MB. Linux only. */
export function costOf(pid: number): { cpuSeconds: number; peakMb: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return { cpuSeconds: ticks / 100, peakMb: Number(peak) / 1024 }
}

/** Returns the process id of a service's agent. @throws Error if there is no agent */
export function agentOf(servicePid: number): number {
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      if (parent === servicePid && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(programs.agent))
        return Number(name)
    } catch {
      continue // it ended during the scan
    }
  }
  throw new Error('the service runs no agent')
}
