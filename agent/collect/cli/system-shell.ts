import type { StepMessage } from '../../../shared/messages/failure.ts'
import { message } from '../../../shared/messages/message.ts'
import { DeviceFailure } from '../../device-failure.ts'

/** Error messages of system shells for an unknown command: bash, dash and BusyBox, zsh, csh, fish. */
const notFound = [
  /^-?(?:\S*\/)?(?:ba|k|da|a)?sh: (?:line \d+: |\d+: )?\S+: (?:command )?not found$/,
  /^zsh: command not found: \S+$/,
  /^\S+: Command not found\.$/,
  /^fish: Unknown command: \S+$/,
]

const advice = message('advice_account_command_line')

/**
 * Rejects the answer of a system shell to a command of the platform. Its prompt may resemble that of a device, as
 * `bash-5.2#` does. @throws DeviceFailure protocol_error
 */
export function refuseSystemShell(answer: string, step: StepMessage): void {
  const line = answer.split('\n').find((one) => notFound.some((pattern) => pattern.test(one.trim())))
  if (line === undefined) return
  const seen = 'a Linux or BSD shell, which does not know the command'
  throw new DeviceFailure('protocol_error', { step, expected: message('expected_command_line'), seen, advice })
}

/** Returns the failure of a session that ended after a system shell was left: it had no command line behind it. */
export function endedInSystemShell(failure: unknown, step: StepMessage): unknown {
  if (!(failure instanceof DeviceFailure) || failure.code !== 'connection_lost') return failure
  const seen = 'a Linux or BSD shell, and the end of the session behind it'
  return new DeviceFailure('protocol_error', { step, expected: message('expected_command_line'), seen, advice })
}
