import { Router } from 'express'
import { makeTicket } from '../../domain/repository/downloads/tickets.ts'
import { DomainError, notFound } from '../../domain/kernel/domain-error.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Req, Res } from '../operation.ts'
import { callerOf, scoped } from '../scoped.ts'

export function downloadRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.post('/api/downloads', async (req: Req<'createDownload'>, res: Res<'createDownload'>) => {
    const wanted = { target: req.body.path, bearerHash: callerOf(req).bearerHash }
    const { settingsKey } = dependencies.serviceKeys
    const made = await scoped(dependencies, req, (context) => makeTicket(context, settingsKey, wanted))
    if (made instanceof DomainError) throw made // after the record is written
    const { ticket, expiresAt } = made
    res.status(201).json({ url: `/api/downloads/${ticket}`, expires_at: expiresAt.toISOString() })
  })
  routes.get('/api/downloads/:ticket', () => {
    throw notFound() // a ticket is replaced by its request before it gets here
  })
  return routes
}
