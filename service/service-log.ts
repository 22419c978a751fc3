import { type Logger, pino } from 'pino'
import { type KnownSecrets, createKnownSecrets } from './log-redactor.ts'

/** Where the lines go: standard output. */
export interface LogOutput {
  isTTY?: boolean
  write(text: string): unknown
}

/**
 * The service's log: a JSON object a line, for whoever collects it; on a terminal the same for people, in the form of
 * the agent's lines between them. Known secrets are blanked by their value, wherever they stand.
 */
export function createServiceLog(
  level: string,
  output: LogOutput,
  secrets: Pick<KnownSecrets, 'blank'> = createKnownSecrets(),
): Logger {
  const write = (line: string) => {
    const told = secrets.blank(line)
    output.write(output.isTTY ? forPeople(told) : told)
  }
  return pino({ level, base: null }, { write })
}

function forPeople(line: string): string {
  const { level, time, msg = '', err, ...facts } = JSON.parse(line)
  const named = (pino.levels.labels[level] ?? '').padEnd(5)
  const told = Object.entries(facts).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`)
  const stack = err?.stack ? `\n${err.stack}` : ''
  return `${new Date(time).toISOString()} ${named} ${msg}${told.join('')}${stack}\n`
}
