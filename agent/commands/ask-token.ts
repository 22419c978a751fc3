import { stdin } from 'node:process'
import { text } from 'node:stream/consumers'
import { askHidden } from './ask-hidden.ts'

/**
 * The enrolment token from standard input: by a prompt that does not show what is typed, or, where there is no terminal,
 * all that comes. Never from an argument: those are seen by everybody on the computer.
 */
export async function askToken(): Promise<string> {
  return stdin.isTTY ? askHidden('enrolment_token') : text(stdin)
}
