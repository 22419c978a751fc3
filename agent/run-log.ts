import type { ReportedLine } from '../shared/agent-protocol/report.ts'
import { mapTexts } from '../shared/messages/map-texts.ts'
import { message } from '../shared/messages/message.ts'
import { render } from '../shared/messages/render.ts'
import { createRedactor } from '../shared/redact/redact-secrets.ts'
import type { RunLog, RunLogMessage } from './collect/captured.ts'

/** Sends the log of one run to the service: with the result of a short run, every few seconds of a long one. */
export interface SentLog {
  log: RunLog
  /** Ends the log. Resolves with the lines that were not sent, once the others have arrived or were dropped. */
  end(): Promise<ReportedLine[]>
  /** Drops the remaining lines: the run no longer belongs to this agent. */
  drop(): void
}

export interface RunLogSettings {
  secrets: readonly string[]
  now: () => Date
  send: (lines: ReportedLine[]) => Promise<void>
  everyMs?: number
}

/** Limits for unsent lines and for the characters of a line: a device cannot fill the agent's memory. */
const heldLines = 5_000
const lineLength = 2_000

export function startRunLog({ secrets, now, send, everyMs = 5_000 }: RunLogSettings): SentLog {
  const redact = createRedactor(secrets)
  let held: ReportedLine[] = []
  let left = 0
  let sending = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  function flush() {
    clearTimeout(timer)
    timer = undefined
    sending = sending.then(async () => {
      const lines = takeLines()
      if (lines.length > 0) await send(lines)
    })
  }

  function takeLines(): ReportedLine[] {
    const lines = held.splice(0)
    if (left > 0) lines.push(lineOf('warn', message('log_lines_dropped', { lines: left })))
    left = 0
    return lines
  }

  /** The line as text is for services of an earlier release. Of a message that is too long, only the text is sent. */
  function lineOf(level: ReportedLine['level'], given: RunLogMessage): ReportedLine {
    const { code, params } = mapTexts(given, redact)
    const line = { at: now().toISOString(), level, line: cut(render({ code, params }, 'en')) }
    return JSON.stringify(params).length > lineLength ? line : { ...line, code, params }
  }

  return {
    log(level, line) {
      if (held.length >= heldLines) return void left++
      held.push(lineOf(level, line))
      timer ??= setTimeout(flush, everyMs)
    },
    async end() {
      clearTimeout(timer)
      timer = undefined
      await sending
      return takeLines()
    },
    drop() {
      clearTimeout(timer)
      held = []
    },
  }
}

function cut(text: string): string {
  return text.length > lineLength ? `${text.slice(0, lineLength)}…` : text
}
