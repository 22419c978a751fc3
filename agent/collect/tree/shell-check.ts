import type { ExpectationMessage } from '../../../shared/messages/failure.ts'
import { message } from '../../../shared/messages/message.ts'
import type { ExecChannel, Session } from '../../sessions/session.ts'
import { DeviceFailure } from '../../device-failure.ts'
import { knownWords } from '../../../shared/redact/describe-size.ts'
import { endingText } from './rsync-errors.ts'

/** Output of login files is cut here: some are long. */
const textLimitBytes = 4096

/**
 * Checks that the account's shell runs commands and prints nothing itself: any text before rsync's greeting would be
 * read as the greeting. Also detects accounts with `nologin`, a forced command or a menu.
 * @throws DeviceFailure shell_not_clean
 */
export async function checkShell(session: Session, timeoutMs: number): Promise<void> {
  const silent = await runShort(session, 'true', timeoutMs)
  if (silent.text !== '' || silent.exit.code !== 0) throw notClean(message('expected_no_output'), silent)
  const spoken = await runShort(session, 'printf OK', timeoutMs)
  if (spoken.text !== 'OK') throw notClean(message('expected_output', { output: 'OK' }), spoken)
}

interface Answer {
  command: string
  text: string
  exit: { code: number | null; signal: string | null }
}

async function runShort(session: Session, command: string, timeoutMs: number): Promise<Answer> {
  const channel = await session.exec(command)
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(notClean(message('expected_command_end'), { command, text: `it ran for ${timeoutMs} ms` })),
      timeoutMs,
    )
  })
  try {
    return await Promise.race([answerOf(channel, command), tooLong])
  } finally {
    clearTimeout(timer)
    channel.destroy()
  }
}

async function answerOf(channel: ExecChannel, command: string): Promise<Answer> {
  channel.end()
  const [text, , exit] = await Promise.all([readText(channel), readText(channel.stderr), channel.exit])
  return { command, text, exit }
}

async function readText(source: AsyncIterable<Buffer>): Promise<string> {
  let text = ''
  for await (const data of source) text = (text + data.toString('utf8')).slice(0, textLimitBytes)
  return text
}

/** Messages of `nologin` and of expired passwords. */
const notForUse = [/account is (?:currently )?not available/i, /password (?:has )?expired/i, /it ran for \d+ ms/]

function notClean(
  expected: ExpectationMessage,
  answer: { command: string; text: string; exit?: Answer['exit'] },
): DeviceFailure {
  return new DeviceFailure('shell_not_clean', {
    step: message('step_testing_shell', { command: answer.command }),
    expected,
    seen: knownWords(answer.text, notForUse) || (answer.exit ? endingText(answer.exit) : ''),
    advice: message('advice_shell_ordinary'),
  })
}
