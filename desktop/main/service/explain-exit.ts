import type { ServiceTrouble } from '../../bridge.ts'

export interface ServiceExit {
  exitCode: number | null
  signal: string | null
  /** Output since the start, oldest first. */
  lines: string[]
}

/** A line of the service's log. `code` and `params`: why the service ended. */
interface LogRecord {
  level?: unknown
  msg?: string
  code?: unknown
  params?: unknown
  err?: { message?: unknown }
}

/** Number of log lines shown with an explanation. */
const shownLines = 20

/**
 * Returns why the service ended unexpectedly. A failed start leaves a log record with code and parameters; a bug leaves
 * a record of level fatal, or Node's output.
 */
export function explainExit({ exitCode, signal, lines }: ServiceExit): ServiceTrouble {
  const reason = reasonIn(lines)
  const base = {
    output: null,
    reason,
    holder: null,
    offeredPort: null,
    exitCode,
    signal,
    lastLines: lines.slice(-shownLines),
  }
  if (reason !== null && signal === null) {
    const { code, params } = reason
    if (code === 'port_in_use') return { ...base, code: 'port-in-use' }
    if (code !== 'folder_in_use') return { ...base, code: 'refused' }
    const pid = Number(params['process'])
    return { ...base, code: 'data-in-use', holder: { pid: Number.isInteger(pid) ? pid : null, name: 'Coffer' } }
  }
  if (signal === 'SIGKILL' || signal === 'SIGTERM' || signal === 'SIGINT') return { ...base, code: 'killed' }
  return { ...base, code: 'crashed', output: lastWords(lines) }
}

function reasonIn(lines: string[]): ServiceTrouble['reason'] {
  for (const line of lines.toReversed()) {
    const { code, params } = parsed(line) ?? {}
    if (typeof code === 'string' && typeof params === 'object') return { code, params: { ...params } }
  }
  return null
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

function parsed(line: string): LogRecord | null {
  if (!line.startsWith('{')) return null
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
