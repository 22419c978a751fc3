import { message } from '../../shared/messages/message.ts'
import { CommandError, exitCodes } from './exit-codes.ts'

/**
 * Returns the value of an option that is a whole number.
 * @throws CommandError
 */
export function numberOf(option: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  if (/^\d{1,9}$/.test(given)) return Number(given)
  throw new CommandError(
    exitCodes.unusable,
    message('option_value_invalid', { option: `--${option}`, given, expected: 'number' }),
  )
}
