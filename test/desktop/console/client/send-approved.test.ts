import { expect } from 'chai'
import { sendApproved } from '../../../../desktop/console/client/send-approved.ts'

type Approval = Awaited<ReturnType<Parameters<typeof sendApproved>[0]['listApprovals']>>[number]

const path = '/api/retention/devices?tenant=acme'

const cut = (body: string, at = path) => new Request(`http://service/base${at}`, { method: 'PATCH', body })

/** A service that knows which body each approval is for, and keeps what was done or asked for. */
function aService(approvedBodies: Record<string, string>) {
  const heard: string[] = []
  return {
    heard,
    async send(request: Request): Promise<Response> {
      const problem = (code: string) => Response.json({ code, params: { action: 'retention_cut' } }, { status: 403 })
      const body = await request.text()
      const id = request.headers.get('x-coffer-approval')
      const reason = request.headers.get('x-coffer-approval-reason')
      if (reason !== null) {
        heard.push(`asked: ${decodeURIComponent(reason)}, ${body}`)
        return problem('approval_requested')
      }
      if (id === null) return problem('approval_required')
      if (approvedBodies[id] !== body) return problem('approval_not_valid')
      heard.push(`${id}: ${body}`)
      return new Response('done')
    },
  }
}

const anApproval = (id: string, of: Partial<Approval> = {}, at = path) =>
  ({ id, action: 'retention_cut', state: 'approved', request: { method: 'PATCH', path: at, body: null }, ...of }) as Approval // prettier-ignore

describe('a request that another person must approve', () => {
  const noReason = () => Promise.reject(new Error('the user must not be asked'))

  it('presents its own approval, also if a later one of the same path is for other content', async () => {
    const service = aService({ first: 'of core', second: 'of edge' })
    const listApprovals = () => Promise.resolve([anApproval('second'), anApproval('first')])
    const send = sendApproved({ listApprovals, askReason: noReason }, service.send)

    const answers = [await send(cut('of core')), await send(cut('of edge'))]

    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200])
    expect(service.heard).to.deep.equal(['first: of core', 'second: of edge'])
  })

  it('asks for an approval if those that exist are for something else', async () => {
    const service = aService({ other: 'of core' })
    const listApprovals = () =>
      Promise.resolve([
        anApproval('other'),
        anApproval('pending', { state: 'pending' }),
        anApproval('purge', { action: 'purge' }),
        anApproval('elsewhere', {}, '/api/retention/devices?tenant=other'),
      ])
    const askReason = (action: string) => Promise.resolve(`for the ${action}`)

    const answer = await sendApproved({ listApprovals, askReason }, service.send)(cut('of edge'))

    expect((await answer.json()).code).to.equal('approval_requested')
    expect(service.heard).to.deep.equal(['asked: for the retention_cut, of edge'])
  })

  it('fails if the user gives no reason', async () => {
    const service = aService({})
    const askReason = () => Promise.resolve(null)

    const answer = await sendApproved({ listApprovals: () => Promise.resolve([]), askReason }, service.send)(cut('x'))

    expect([answer.status, (await answer.json()).code]).to.deep.equal([403, 'approval_required'])
    expect(service.heard).to.deep.equal([])
  })
})
