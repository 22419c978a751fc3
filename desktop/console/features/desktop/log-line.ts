import type { Tone } from '../../ui/states.ts'

/** A parsed line of the service's log; `rest` contains the less important fields. */
export interface LogLine {
  at: string | null
  level: string
  tone: Tone
  words: string
  rest: string
}

const levels: Record<number, { level: string; tone: Tone }> = {
  10: { level: 'trace', tone: 'quiet' },
  20: { level: 'debug', tone: 'quiet' },
  30: { level: 'info', tone: 'quiet' },
  40: { level: 'warn', tone: 'warn' },
  50: { level: 'error', tone: 'bad' },
  60: { level: 'fatal', tone: 'bad' },
}

/** Parses a line: records are JSON in pino's format, other output is shown unchanged. */
export function readLogLine(line: string): LogLine {
  const plain: LogLine = { at: null, level: '', tone: 'quiet', words: line, rest: '' }
  if (line.startsWith('coffer: ')) return { ...plain, level: 'fatal', tone: 'bad' }
  if (!line.startsWith('{')) return plain
  try {
    const { level, time, msg, err, ...facts } = JSON.parse(line) as Record<string, unknown>
    const named = levels[Number(level)]
    if (!named || typeof msg !== 'string') return plain
    const reason = typeof err === 'object' && err && 'message' in err ? `: ${String(err.message)}` : ''
    const rest = Object.entries(facts).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    return {
      ...named,
      at: typeof time === 'number' ? new Date(time).toISOString() : null,
      words: `${msg}${reason}`,
      rest: rest.join(' '),
    }
  } catch {
    return plain
  }
}
