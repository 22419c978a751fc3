import type { RequestHandler } from 'express'
import { openTicket, spendTicket } from '../domain/repository/downloads/tickets.ts'
import type { Dependencies } from '../dependencies.ts'
import { inScope } from '../store/scope.ts'

const where = /^\/api\/downloads\/([\w-]{20,8000})$/

/**
 * A request with a ticket becomes the request that the ticket stands for, by who made it: what follows checks his token,
 * his permission and his scope, and records the download, as if he had asked himself.
 */
export function redeemTickets(dependencies: Dependencies): RequestHandler {
  return async (req, res, next) => {
    const [, text] = (req.method === 'GET' && where.exec(req.path)) || []
    if (text === undefined) return next()
    const ticket = openTicket(dependencies.serviceKeys.settingsKey, text, dependencies.now())
    if (req.isHead) return void res.type('application/octet-stream').end() // whoever looks first wants to save it then
    await inScope(dependencies.knex, { kind: 'platform' }, (trx) => spendTicket(trx, ticket))
    req.ticketOf = ticket.bearerHash
    req.headers.authorization = 'Bearer ticket' // the validator asks for one; what counts is who made the ticket
    req.url = ticket.target
    req.originalUrl = ticket.target
    next()
  }
}
