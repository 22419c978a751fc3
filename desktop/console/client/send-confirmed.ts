type Send = (request: Request) => Promise<Response>

/**
 * Sends, and if the service requires the user's password (403 with `confirmation` in `missing`), asks for it and sends
 * once more. The first request had no effect.
 * @param confirm returns a confirmation of `POST /api/auth/confirm`, or null if the user cancels: the 403 is then the
 *   response. It reads the body of the request from a clone only.
 */
export function sendConfirmed(confirm: (request: Request) => Promise<string | null>, send: Send): Send {
  return async (request) => {
    const spare = request.clone()
    const answer = await send(request)
    if (!(await lacks(answer, 'confirmation'))) return answer
    const confirmation = await confirm(spare)
    if (confirmation === null) return answer
    spare.headers.set('x-coffer-confirmation', confirmation)
    return send(spare)
  }
}

/** Whether the service refused a request because `what` is missing (403). */
export async function lacks(
  answer: Response,
  what: 'confirmation' | 'password_change' | 'second_factor',
): Promise<boolean> {
  if (answer.status !== 403) return false
  const problem = (await answer
    .clone()
    .json()
    .catch(() => null)) as { missing?: string } | null
  return problem?.missing === what
}
