import type { AdviceMessage, StepMessage } from '../../../shared/messages/failure.ts'
import { message } from '../../../shared/messages/message.ts'
import { DeviceFailure } from '../../device-failure.ts'
import { printableWords } from './last-lines.ts'
import type { Screen, Wait } from './terminal.ts'

/** Detects, while the first prompt is expected, that the device waits at another prompt. */
export interface ForeignPromptWatch extends Required<Pick<Wait, 'idleFor' | 'failure'>> {
  /**
   * Checks output that does not end in a prompt of the platform. @throws DeviceFailure for a prompt that was shown
   * twice
   */
  check(screen: Screen): void
  /** Whether a newline may be sent. A login question is not answered, because devices count failed logins. */
  mayNudge(): boolean
}

/** Silence after a possible prompt before a newline is sent to verify it. */
const nudgeMs = 2_000

/** Silence after that newline, or at a question: a slow device may still wait for its AAA servers. */
const unansweredMs = 20_000

/** @param isPrompt whether a line is a prompt of the platform or a question that it knows */
export function watchForeignPrompt(
  step: StepMessage,
  secrets: readonly string[],
  isPrompt: (line: string) => boolean,
): ForeignPromptWatch {
  let seen = { line: '', length: 0 }
  let nudged: typeof seen | undefined

  const failure = (screen: Screen) => {
    const line = screen.lastLine.trim()
    if (!looksLikePrompt(line) || isPrompt(line)) return undefined
    return new DeviceFailure(
      'protocol_error',
      { step, expected: message('expected_prompt_of_platform'), ...describe(line) },
      secrets,
    )
  }
  return {
    failure,
    check(screen) {
      seen = { line: screen.lastLine.trim(), length: screen.length }
      const isAgain = nudged && seen.length > nudged.length && seen.line === nudged.line
      const confirmed = isAgain ? failure(screen) : undefined
      if (confirmed) throw confirmed
    },
    mayNudge() {
      nudged = seen
      return !isLoginQuestion(seen.line)
    },
    idleFor({ lastLine: line }) {
      if (!looksLikePrompt(line) || isPrompt(line)) return undefined
      return nudged ? unansweredMs : nudgeMs
    },
  }
}

/** Whether the cursor is behind a user prompt. */
function looksLikePrompt(line: string): boolean {
  const text = line.trim()
  if (text.length > 200 || !/[>#$%:?\])]$/.test(text)) return false
  return text.length === 1 || /[A-Za-z0-9~]/.test(text)
}

/** Whether the device asks for an account although the SSH login succeeded. */
function isLoginQuestion(line: string): boolean {
  return /(?:login|user ?name|user|password|passcode) ?: ?$/i.test(line.trim().slice(-80))
}

/** Describes the prompt for a user who chose the wrong platform. It is not part of a configuration. */
function describe(line: string): { seen: string; advice: AdviceMessage } {
  const words = `“${printableWords(line)}”`
  const advice = message('advice_check_platform')
  if (isLoginQuestion(line)) {
    const more = message('advice_console_server')
    return { seen: `the question ${words}`, advice: more }
  }
  if (systemShells.some((pattern) => pattern.test(line))) {
    return { seen: `the prompt of a Linux or BSD shell: ${words}`, advice }
  }
  return { seen: menu.test(line) ? `a menu: ${words}` : `another prompt: ${words}`, advice }
}

const systemShells = [
  /^\[?[\w.-]+@[\w.-]+[: ].{0,120}[$#%]$/, // Debian, Red Hat, FreeBSD
  /^-?(?:ba|z|k|c|tc|da|a)?sh[-\d.]*[$#%]$/,
  /^(?:~|\/)\S{0,120} ?[$#%]$/, // BusyBox
  /^[$%]$/,
]

const menu = /(?:select|enter|choose|choice|option|selection)\b[^>#$%]{0,60}[:>?\])]$/i
