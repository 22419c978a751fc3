import { type Logger, pino } from 'pino'
import { type LogRedactor, createLogRedactor } from './log-redactor.ts'

/** Destination of the lines: standard output. */
export interface LogOutput {
  isTTY?: boolean
  write(text: string): unknown
}

/**
 * Creates the service's log. It writes one JSON object a line, or readable lines on a terminal, in the format of the
 * agent's lines. Known secrets are redacted wherever they occur.
 */
export function createServiceLog(
  level: string,
  output: LogOutput,
  secrets: Pick<LogRedactor, 'redact'> = createLogRedactor(),
): Logger {
  const write = (line: string) => {
    const redacted = secrets.redact(line)
    output.write(output.isTTY ? forPeople(redacted) : redacted)
  }
  return pino({ level, base: null }, { write })
}

function forPeople(line: string): string {
  const { level, time, msg = '', err, ...facts } = JSON.parse(line)
  const named = (pino.levels.labels[level] ?? '').padEnd(5)
  const fields = Object.entries(facts).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`)
  const stack = err?.stack ? `\n${err.stack}` : ''
  return `${new Date(time).toISOString()} ${named} ${msg}${fields.join('')}${stack}\n`
}
