import { stdin } from 'node:process'
import { text } from 'node:stream/consumers'
import { askHidden } from './ask-hidden.ts'

/**
 * Reads the enrolment token from standard input: through a prompt that does not show it or, without a terminal, to the
 * end of the input. It is never an argument, because all users of the computer can see those.
 */
export async function askToken(): Promise<string> {
  return stdin.isTTY ? askHidden('enrolment_token') : text(stdin)
}
