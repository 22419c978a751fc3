import { message } from '../../shared/messages/message.ts'
import { CommandError, exitCodes } from './exit-codes.ts'

export const timeoutOption = {
  type: 'string',
  value: 'SECONDS',
  description: 'maximum time to wait; default 3600; exits with 9 after it',
} as const

/** @throws CommandError */
export function timeoutSeconds(given = '3600'): number {
  const seconds = Number(given)
  if (given !== '' && seconds >= 0 && seconds <= 604_800) return seconds
  throw new CommandError(
    exitCodes.unusable,
    message('option_value_invalid', { option: '--timeout', given, expected: 'seconds' }),
  )
}
