import { message } from '../../shared/messages/message.ts'
import { CommandError, exitCodes } from './exit-codes.ts'
import type { Terminal } from './terminal.ts'

/** The option that confirms `requireYes` in advance. */
export const yesOption = { type: 'boolean', description: 'do not ask for confirmation' } as const

/**
 * Asks for confirmation of an irreversible action.
 * @param isGiven whether `--yes` was given
 * @throws CommandError unless the answer is `yes`, and without a terminal
 */
export async function requireYes(terminal: Terminal, question: string, isGiven: boolean | undefined): Promise<void> {
  if (isGiven) return
  if (!terminal.isInteractive) {
    throw new CommandError(exitCodes.unusable, message('confirmation_prompt_impossible'))
  }
  if ((await terminal.ask(`${question} (yes/no) `)).trim() !== 'yes') {
    throw new CommandError(exitCodes.refused, message('nothing_was_changed'))
  }
}
