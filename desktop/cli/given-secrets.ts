import { message } from '../../shared/messages/message.ts'
import { CommandError, exitCodes } from './exit-codes.ts'
import { readGivenFile } from './settings.ts'
import type { Terminal } from './terminal.ts'

/**
 * Reads secrets of options: each from a file, or from standard input for `-`. Their last line end is removed.
 * @throws CommandError if two use standard input
 */
export async function readSecrets<Name extends string>(
  files: { [name in Name]?: string },
  terminal: Terminal,
): Promise<{ [name in Name]?: string }> {
  const fromStdin = Object.values(files).filter((file) => file === '-')
  if (fromStdin.length > 1 && !terminal.isInteractive) {
    throw new CommandError(exitCodes.unusable, message('stdin_holds_one_secret'))
  }
  const read: { [name in Name]?: string } = {}
  for (const name of Object.keys(files) as Name[]) {
    const file = files[name]
    if (file === undefined) continue
    const text = file === '-' ? await terminal.askSecret(name) : readGivenFile(file)
    read[name] = text.replace(/\r?\n$/, '')
  }
  return read
}
