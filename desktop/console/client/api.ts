import createFetchClient, { type Client } from 'openapi-fetch'
import type { components, paths } from '../../../shared/contract/api-types.ts'

export type Api = Client<paths>
type ServiceProblem = components['schemas']['Problem']

/** A problem as received: one from a proxy, or a missing response, has no code. */
export type Problem = Omit<ServiceProblem, 'code'> & Partial<Pick<ServiceProblem, 'code'>>

/** A problem of the API. `status` 0 means no response; `cause` is then the reason. */
export class ApiProblem extends Error {
  readonly problem: Problem

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.detail ?? problem.title, options)
    this.problem = problem
  }
}

/**
 * Creates typed calls of the API. Every problem is thrown as ApiProblem, so `data` is always set.
 * @param tokenOf returns the session token for each call; null sends none
 * @param send replaces the browser's `fetch`
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
 * Checks a response outside of the typed calls: a stream, or a form.
 * @throws ApiProblem for a problem and for a missing response
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

/** Returns whether a request did not reach the service: no response, or that of a proxy in front of it. */
export function isUnreached(failure: Error | undefined): boolean {
  if (!(failure instanceof ApiProblem)) return false
  const { status, code } = failure.problem
  return status === 0 || (code === undefined && [502, 503, 504].includes(status))
}

/** Reads the problem of a response. A proxy may respond with its own page. */
export async function problemOf(response: Response): Promise<Problem> {
  const requestId = response.headers.get('x-request-id') ?? ''
  const otherwise = { type: 'about:blank', title: response.statusText, status: response.status, request_id: requestId }
  if (!response.headers.get('content-type')?.startsWith('application/problem+json')) return otherwise
  return response.json().catch(() => otherwise)
}
