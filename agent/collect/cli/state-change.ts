import { message } from '../../../shared/messages/message.ts'
import { whyNotReadOnly } from '../../../shared/platforms/documents/read-only.ts'
import type { ShellDescription } from '../../../shared/platforms/platform.ts'
import { DeviceFailure } from '../../device-failure.ts'

/**
 * Rejects a command that a platform document may not send. The compiler of documents rejects it too: an agent does not
 * rely on it.
 * @throws DeviceFailure platform_unsupported
 */
export function refuseStateChange(
  command: string,
  { shell, account }: { shell: ShellDescription; account: { secrets: readonly string[] } },
): void {
  if (!shell.readOnly || whyNotReadOnly(command, shell.readOnly) === undefined) return
  const step = message('step_preparing_session', { command })
  const facts = { step, expected: message('expected_command_that_shows'), seen: command }
  throw new DeviceFailure('platform_unsupported', facts, account.secrets)
}
