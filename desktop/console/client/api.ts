import createFetchClient, { type Client } from 'openapi-fetch'
import type { components, paths } from '../../../shared/contract/api-types.ts'

export type Api = Client<paths>
type ServiceProblem = components['schemas']['Problem']

/** A problem as it is received: one of a proxy, and no answer at all, have no code. */
export type Problem = Omit<ServiceProblem, 'code'> & Partial<Pick<ServiceProblem, 'code'>>

/** The service's no, with all that it says. `status` 0 is no answer at all; `cause` is then why. */
export class ApiProblem extends Error {
  readonly problem: Problem

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.detail ?? problem.title, options)
    this.problem = problem
  }
}

/**
 * Typed calls of the API, from the contract's own types. Every refusal is thrown as ApiProblem, so `data` is there.
 * @param tokenOf the session token to send, asked for at each call; null sends none
 * @param send in place of the browser's `fetch`
 */
export function createApi(
  baseUrl: string,
  tokenOf: () => string | null,
  send?: (request: Request) => Promise<Response>,
): Api {
  const api = createFetchClient<paths>({ baseUrl, fetch: send })
  api.use({
    onRequest({ request }) {
      const token = tokenOf()
      if (token) request.headers.set('Authorization', `Bearer ${token}`)
      return request
    },
    async onResponse({ response }) {
      if (!response.ok) throw new ApiProblem(await problemOf(response))
      return response
    },
    onError: ({ error: cause }) => silence(cause),
  })
  return api
}

/**
 * An answer that is none of the typed calls': a stream, or a form.
 * @throws ApiProblem for a refusal as for no answer at all
 */
export async function answered(sent: Promise<Response>): Promise<Response> {
  const answer = await sent.catch((cause: unknown) => {
    throw silence(cause)
  })
  if (!answer.ok) throw new ApiProblem(await problemOf(answer))
  return answer
}

function silence(cause: unknown): ApiProblem {
  const problem = { type: 'about:blank', title: 'The service does not answer', status: 0, request_id: '' }
  return new ApiProblem(problem, { cause })
}

/** What a refusal says. A proxy in between may answer with a page of its own. */
export async function problemOf(response: Response): Promise<Problem> {
  const requestId = response.headers.get('x-request-id') ?? ''
  const otherwise = { type: 'about:blank', title: response.statusText, status: response.status, request_id: requestId }
  if (!response.headers.get('content-type')?.startsWith('application/problem+json')) return otherwise
  return response.json().catch(() => otherwise)
}
