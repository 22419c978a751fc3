export interface SessionToken {
  now(): string | null
  /**
   * Asks the user to log in again, once for all waiting requests.
   * @returns the new token, or null if the user cancels
   */
  renewed(): Promise<string | null>
}

/**
 * Sends with the session's token. A 401 response is held until the user has logged in again; then the request is sent
 * once more. The first one had no effect, because authentication comes first.
 * @returns the first response if the user cancels
 */
export function sendAgain(
  token: SessionToken,
  send: (request: Request) => Promise<Response> = fetch,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const spare = request.clone()
    const sentWith = request.headers.get('authorization')
    const answer = await send(request)
    if (answer.status !== 401 || sentWith === null) return answer
    const current = bearer(token.now())
    const next = current !== null && current !== sentWith ? current : bearer(await token.renewed())
    if (next === null) return answer
    spare.headers.set('authorization', next)
    return send(spare)
  }
}

function bearer(token: string | null): string | null {
  return token === null ? null : `Bearer ${token}`
}
