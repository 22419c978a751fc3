/** Writes what the agent does, for the person at the machine: one line each, its time in UTC first. */
export type AgentLog = (level: 'info' | 'warn' | 'error', line: string) => void

/** The same line comes once a minute at most: what is repeated for hours would bury the rest. */
const repeatMs = 60_000

export function createAgentLog(write: (text: string) => void, now: () => number = () => Date.now()): AgentLog {
  const last = new Map<string, number>()
  return (level, line) => {
    const at = now()
    for (const [known, when] of last) if (at - when >= repeatMs) last.delete(known)
    if (last.has(line)) return
    last.set(line, at)
    write(`${new Date(at).toISOString()} ${level.padEnd(5)} ${line}\n`)
  }
}
