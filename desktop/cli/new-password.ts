import { message } from '../../shared/messages/message.ts'
import { CommandError, exitCodes } from './exit-codes.ts'
import { readGivenFile } from './settings.ts'
import type { Terminal } from './terminal.ts'

/**
 * Reads the new password of an account: from a file without its last line end, or typed twice at a prompt. Standard
 * input remains free for the password of the user who runs the command.
 * @throws CommandError
 */
export async function readNewPassword(file: string | undefined, account: string, terminal: Terminal): Promise<string> {
  if (file !== undefined && file !== '-') return readGivenFile(file).replace(/\r?\n$/, '')
  if (!terminal.isInteractive) {
    throw new CommandError(exitCodes.unusable, message('second_password_missing', { account }))
  }
  const password = await terminal.askSecret(`New password of ${account}`)
  if ((await terminal.askSecret('Repeat the new password')) !== password) {
    throw new CommandError(exitCodes.unusable, message('passwords_differ'))
  }
  return password
}
