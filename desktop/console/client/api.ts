import createFetchClient, { type Client } from 'openapi-fetch'
import type { components, paths } from '../../../shared/contract/api-types.ts'

export type Api = Client<paths>
export type Problem = components['schemas']['Problem']

/** The service's no, with all that it says. `status` 0 is no answer at all. */
export class ApiProblem extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.detail ?? problem.title)
    this.problem = problem
  }
}

/**
 * Typed calls of the API, from the contract's own types. Every refusal is thrown as ApiProblem, so `data` is there.
 * @param tokenOf the session token to send, asked for at each call; null sends none
 */
export function createApi(baseUrl: string, tokenOf: () => string | null): Api {
  const api = createFetchClient<paths>({ baseUrl })
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
    onError() {
      return new ApiProblem({ type: 'about:blank', title: 'The service does not answer', status: 0, request_id: '' })
    },
  })
  return api
}

/** A proxy in between may answer with a page of its own. */
async function problemOf(response: Response): Promise<Problem> {
  const requestId = response.headers.get('x-request-id') ?? ''
  const otherwise = { type: 'about:blank', title: response.statusText, status: response.status, request_id: requestId }
  if (!response.headers.get('content-type')?.startsWith('application/problem+json')) return otherwise
  return response.json().catch(() => otherwise)
}
