import type { ServiceTrouble } from '../../bridge.ts'

export interface ServiceExit {
  exitCode: number | null
  signal: string | null
  /** What it has written since it was started, oldest first. */
  lines: string[]
}

/** How many lines of the log go with an explanation. */
const shownLines = 20

/**
 * Why the service ended though nobody had asked it to. A start that is refused says so in one line that begins with
 * `coffer: `; a mistake of its own leaves a line of the level fatal, or the words of Node.
 */
export function explainExit({ exitCode, signal, lines }: ServiceExit): ServiceTrouble {
  const refusal = lines.findLast((line) => line.startsWith('coffer: '))?.slice('coffer: '.length) ?? null
  const base = { holder: null, offeredPort: null, exitCode, signal, lastLines: lines.slice(-shownLines) }
  if (refusal !== null && signal === null) {
    const holder = /another Coffer \(process (\d+)\)/.exec(refusal)
    if (holder)
      return { ...base, code: 'data-in-use', said: refusal, holder: { pid: Number(holder[1]), name: 'Coffer' } }
    if (/^BKP_PORT: .* is in use/.test(refusal)) return { ...base, code: 'port-in-use', said: refusal }
    return { ...base, code: 'refused', said: refusal }
  }
  if (signal === 'SIGKILL' || signal === 'SIGTERM' || signal === 'SIGINT')
    return { ...base, code: 'killed', said: null }
  return { ...base, code: 'crashed', said: lastWords(lines) }
}

function lastWords(lines: string[]): string | null {
  for (const line of lines.toReversed()) {
    const record = parsed(line)
    if (record && Number(record.level) >= 50) {
      const reason = typeof record.err?.message === 'string' ? `: ${record.err.message}` : ''
      return `${record.msg ?? 'a mistake'}${reason}`
    }
    if (/^(\w*Error|FATAL ERROR)\b.*: /.test(line)) return line
  }
  return null
}

function parsed(line: string): { level?: unknown; msg?: string; err?: { message?: unknown } } | null {
  if (!line.startsWith('{')) return null
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
