import { message } from '../../shared/messages/message.ts'
import { parseFactorCode } from '../console/client/factor-code.ts'
import { CommandError, exitCodes } from './exit-codes.ts'
import type { Terminal } from './terminal.ts'

/**
 * Asks for a code of the user's authenticator app, or a recovery code.
 * @throws CommandError without a terminal: standard input has only the password
 */
export async function askFactor(terminal: Pick<Terminal, 'askSecret' | 'isInteractive'>) {
  if (!terminal.isInteractive) throw new CommandError(exitCodes.unusable, message('second_factor_needs_terminal'))
  const code = await terminal.askSecret('Code of your authenticator app, or a recovery code')
  if (!code.trim()) throw new CommandError(exitCodes.unusable, message('nothing_entered'))
  return parseFactorCode(code)
}
