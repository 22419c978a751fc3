import { createHash, randomBytes } from 'node:crypto'
import os from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { components } from '../../shared/contract/api-types.ts'
import type { Output } from './output.ts'
import { printableLine } from './printable.ts'

type Schemas = components['schemas']

/** The calls that begin and complete a login or a confirmation by a code. */
export interface CodeCalls<Result extends object> {
  begin(request: Schemas['LoginCodeRequest']): Promise<Schemas['IssuedCode']>
  complete(completion: { code_id: string; verifier: string }): Promise<Result | Schemas['PendingCode']>
}

/**
 * Shows a code for the user to type in a browser, and waits until the user has confirmed it there. The code is worthless
 * to others, because this process alone has its verifier.
 * @throws ApiProblem login_code_rejected, or login_code_expired after ten minutes
 */
export async function awaitCode<Result extends object>(
  { begin, complete }: CodeCalls<Result>,
  out: Pick<Output, 'notice'>,
  wait: (ms: number) => Promise<unknown> = pause,
): Promise<Result> {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const client = printableLine(`coffer on ${os.hostname()}`).slice(0, 100)
  const { id, user_code: code, url, poll_seconds: seconds } = await begin({ challenge, client })
  out.notice(`Open ${printableLine(url)} in a browser, log in, and enter the code ${printableLine(code)}`)
  out.notice(`Confirm it there only if the page shows "${client}". The code is valid for ten minutes.`)
  for (;;) {
    await wait(seconds * 1000)
    const answer = await complete({ code_id: id, verifier })
    if (!isPending(answer)) return answer
  }
}

function isPending(answer: object): answer is Schemas['PendingCode'] {
  return 'state' in answer
}
