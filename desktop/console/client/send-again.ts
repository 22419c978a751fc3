export interface SessionToken {
  now(): string | null
  /**
   * Asks the person to log in again, once for all who wait.
   * @returns the new token, or null when the person has given up
   */
  renewed(): Promise<string | null>
}

/**
 * Sends with the session's token. An answer 401 is kept back until the person has logged in again; then the request goes
 * out once more, as if nothing had been. Nothing was done by the first one: 401 is decided before all else.
 * @returns the first answer when the person gives up
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
