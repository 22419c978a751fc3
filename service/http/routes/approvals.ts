import { Router } from 'express'
import { decideApproval, withdrawApproval } from '../../domain/approvals/decide-approval.ts'
import { getApproval, listApprovals } from '../../domain/approvals/list-approvals.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Req, Res } from '../operation.ts'
import { decodeCursor, paginate, uuidOf } from '../pagination.ts'
import { presentApproval } from '../present/approval.ts'
import { scoped } from '../scoped.ts'

export function approvalRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  const { now } = dependencies
  routes.get('/api/approvals', async (req: Req<'listApprovals'>, res: Res<'listApprovals'>) => {
    const { limit = 100, cursor, pending: isPending = false } = req.query
    const at = decodeCursor(cursor, 1)
    const page = { isPending, limit: limit + 1, after: at && uuidOf(at[0]) }
    const rows = await scoped(dependencies, req, (context) => listApprovals(context, page))
    const cut = paginate(req, rows, limit, ({ id }) => [id])
    if (cut.link) res.set('Link', cut.link)
    res.json(cut.page.map((approval) => presentApproval(approval, now())))
  })
  routes.get('/api/approvals/:approval_id', async (req: Req<'getApproval'>, res: Res<'getApproval'>) => {
    const approval = await scoped(dependencies, req, (context) => getApproval(context, req.params.approval_id))
    res.json(presentApproval(approval, now()))
  })
  routes.post('/api/approvals/:approval_id/approve', async (req: Req<'approveRequest'>, res: Res<'approveRequest'>) => {
    const { note = null } = req.body
    const { approval_id: id } = req.params
    const approval = await scoped(dependencies, req, (context) => decideApproval(context, id, 'approved', note))
    res.json(presentApproval(approval, now()))
  })
  routes.post('/api/approvals/:approval_id/reject', async (req: Req<'rejectRequest'>, res: Res<'rejectRequest'>) => {
    const { note = null } = req.body
    const { approval_id: id } = req.params
    const approval = await scoped(dependencies, req, (context) => decideApproval(context, id, 'rejected', note))
    res.json(presentApproval(approval, now()))
  })
  routes.post(
    '/api/approvals/:approval_id/withdraw',
    async (req: Req<'withdrawRequest'>, res: Res<'withdrawRequest'>) => {
      const approval = await scoped(dependencies, req, (context) => withdrawApproval(context, req.params.approval_id))
      res.json(presentApproval(approval, now()))
    },
  )
  return routes
}
