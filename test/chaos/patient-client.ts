import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, type Client, clientOf } from '../support/service.ts'

/** How long a request may fail at every replica. */
const waitLimitMs = 240_000

/**
 * Returns an administrator's client that switches replicas when one is unavailable, and repeats requests after
 * temporary errors. A 4xx answer is an error in the test and throws.
 */
export async function createPatientClient(living: () => string[], password: string): Promise<Client> {
  let turn = 0
  const ask = async (send: (client: Client) => Promise<Answer>, token: string | null): Promise<Answer> => {
    for (const until = performance.now() + waitLimitMs; ;) {
      const urls = living()
      const url = urls[turn++ % Math.max(1, urls.length)]
      const answer = url ? await send(clientOf(url, token)).catch(() => null) : null
      if (answer && answer.status < 300) return answer
      if (answer && answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
        throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
      }
      if (performance.now() > until)
        throw new Error(`no replica answers: ${answer?.status} ${JSON.stringify(answer?.body)}`)
      await pause(300)
    }
  }
  const credentials = { email: 'admin@localhost', password }
  const { token } = (await ask((client) => client.post('/api/auth/login', credentials), null)).body
  return {
    token,
    confirmation: undefined,
    send: (...request) => ask((client) => client.send(...request), token),
    get: (...request) => ask((client) => client.get(...request), token),
    post: (...request) => ask((client) => client.post(...request), token),
    patch: (...request) => ask((client) => client.patch(...request), token),
    put: (...request) => ask((client) => client.put(...request), token),
    delete: (...request) => ask((client) => client.delete(...request), token),
  }
}
