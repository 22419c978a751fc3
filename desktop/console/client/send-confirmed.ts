type Send = (request: Request) => Promise<Response>

/**
 * Sends, and where the service wants the user's password again first (403 with `confirmation` in `missing`), asks for it and
 * sends once more. Nothing was done by the first request: the service decides this before all else.
 * @param confirm returns a confirmation of `POST /api/auth/confirm`, or null when the user gives up: the refusal is then
 *   the answer
 */
export function sendConfirmed(confirm: () => Promise<string | null>, send: Send): Send {
  return async (request) => {
    const spare = request.clone()
    const answer = await send(request)
    if (answer.status !== 403 || !(await lacksConfirmation(answer))) return answer
    const confirmation = await confirm()
    if (confirmation === null) return answer
    spare.headers.set('x-coffer-confirmation', confirmation)
    return send(spare)
  }
}

async function lacksConfirmation(answer: Response): Promise<boolean> {
  const problem = (await answer
    .clone()
    .json()
    .catch(() => null)) as { missing?: string } | null
  return problem?.missing === 'confirmation'
}
