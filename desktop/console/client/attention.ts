/** After this time without input, requests of a page count as automatic. */
const attentiveMs = 60_000

/**
 * Marks requests that the page sends while its user is inactive, so that they do not keep an idle session alive.
 * @param now milliseconds of a clock that only moves forward
 */
export function createAttention(now: () => number = () => performance.now()) {
  let actedAt = now()
  return {
    /** Called when the user pressed a key or a button. */
    acted() {
      actedAt = now()
    },
    mark(request: Request): Request {
      if (now() - actedAt > attentiveMs) request.headers.set('x-coffer-unattended', '1')
      return request
    },
  }
}
