import { message } from '../../shared/messages/message.ts'
import { CommandError, exitCodes } from './exit-codes.ts'

/**
 * Returns the JSON object in the text of a file.
 * @throws CommandError if it has none; the text is not shown, because it may contain secrets
 */
export function parseObject(file: string, text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // reported below, without the text
  }
  throw new CommandError(exitCodes.unusable, message('option_not_object', { option: file }))
}
