import type { components } from '../../../shared/contract/api-types.ts'

type Approval = components['schemas']['Approval']
type Send = (request: Request) => Promise<Response>

/** What a request that needs the approval of another person asks its user. */
export interface ApprovalQuestions {
  /** Returns the requests of the user, latest first. */
  listApprovals: () => Promise<readonly Approval[]>
  /** Returns the reason for a request; null if the user cancels. */
  askReason: (action: Approval['action']) => Promise<string | null>
}

/**
 * Sends, and if the action needs the approval of another person, repeats the request with an approval that it already
 * has. Several requests of one path, such as two bulk changes, may be approved: the service knows which of them is this
 * one, and an approval of another has no effect. Without one, asks for a reason and repeats the request with it, so that
 * the service asks for the approval. The first request had no effect. `request` names the user's own approvals only.
 */
export function sendApproved({ listApprovals, askReason }: ApprovalQuestions, send: Send): Send {
  return async (request) => {
    const spare = request.clone()
    const answer = await send(request)
    const problem = await problemOf(answer)
    if (problem?.code !== 'approval_required') return answer
    const action = problem.params?.action as Approval['action']
    for (const { id } of (await listApprovals()).filter((one) => one.action === action && isFor(one, request))) {
      const withApproval = spare.clone()
      withApproval.headers.set('x-coffer-approval', id)
      const second = await send(withApproval)
      if ((await problemOf(second))?.code !== 'approval_not_valid') return second
    }
    const reason = await askReason(action)
    if (reason === null) return answer
    spare.headers.set('x-coffer-approval-reason', encodeURIComponent(reason))
    return send(spare)
  }
}

function isFor({ state, request: { method, path } }: Approval, request: Request): boolean {
  const { pathname, search } = new URL(request.url)
  return state === 'approved' && method === request.method && (pathname + search).endsWith(path)
}

async function problemOf(answer: Response): Promise<{ code?: string; params?: { action?: string } } | null> {
  if (answer.status !== 403) return null
  return (await answer
    .clone()
    .json()
    .catch(() => null)) as { code?: string; params?: { action?: string } } | null
}
