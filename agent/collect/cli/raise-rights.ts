import type { ExpectationMessage } from '../../../shared/messages/failure.ts'
import { message } from '../../../shared/messages/message.ts'
import type { ShellStep } from '../../../shared/platforms/platform.ts'
import { isSecretQuestion } from '../../../shared/platforms/secret-question.ts'
import { knownWords } from '../../../shared/redact/describe-size.ts'
import { DeviceFailure } from '../../device-failure.ts'
import type { CliSession } from './cli-session.ts'
import { privileged, type Prompt } from './prompt.ts'
import type { Screen } from './terminal.ts'

type RaiseStep = Extract<ShellStep, { step: 'raise' }>

/**
 * Requests all rights with the enable secret. A device asks up to three times; a second question means that the secret
 * was wrong, and nothing more is sent.
 * @throws DeviceFailure enable_failed if the device refuses; the session is then at its prompt, unless the device still
 *   asks
 */
export async function raiseRights(cli: CliSession, step: RaiseStep, secret: string): Promise<void> {
  const { terminal, shell, account } = cli.context
  const target = privileged(cli.prompt, shell)
  const expected = message('expected_prompt_or_secret', { prompt: target.text })
  const wait = cli.wait(message('step_raising_rights'), expected)
  const answers = { secret, name: account.username }
  const answered = new Set<string>()
  const check = replyCheck(cli, step, target)
  cli.send(step.command)
  for (;;) {
    const reply = await terminal.until(check, wait)
    if (reply === 'raised') return cli.becomeReady(target)
    if (reply === 'refused') {
      cli.becomeReady()
      throw refusal(cli, step, expectedOnRefusal(terminal.received(), step, target))
    }
    if (answered.has(reply)) {
      const once = reply === 'secret' ? 'expected_secret_accepted_first' : 'expected_username_accepted_first'
      throw refusal(cli, step, message(once))
    }
    answered.add(reply)
    terminal.send(answers[reply] + shell.newline)
  }
}

/** Returns a check for the reply: a question, the new prompt or the old one. */
function replyCheck(cli: CliSession, step: RaiseStep, target: Prompt) {
  let isEchoed = false
  return (screen: Screen): 'secret' | 'name' | 'raised' | 'refused' | undefined => {
    isEchoed ||= cli.echoes(screen, step.command)
    if (!isEchoed) return undefined
    const last = screen.lastLine
    if (step.asksSecret.test(last) && isSecretQuestion(last)) return 'secret'
    if (step.asksName.test(last)) return 'name'
    if (target.is(last)) return 'raised'
    return cli.prompt.is(last) ? 'refused' : undefined
  }
}

function expectedOnRefusal(seen: string, step: RaiseStep, target: Prompt): ExpectationMessage {
  const isKnown = step.refused.some((pattern) => pattern.test(seen))
  return isKnown ? message('expected_secret_accepted') : message('expected_shown_prompt', { prompt: target.text })
}

function refusal(cli: CliSession, step: RaiseStep, expected: ExpectationMessage): DeviceFailure {
  const { terminal, shell, account } = cli.context
  const seen = knownWords(terminal.received(), [...step.refused, ...shell.errorPatterns, ...shell.permissionErrors])
  const facts = { step: message('step_raising_rights'), expected, seen }
  return new DeviceFailure('enable_failed', facts, account.secrets)
}
