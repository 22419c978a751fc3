import type { RequestHandler } from 'express'
import { openTicket, spendTicket } from '../domain/repository/downloads/tickets.ts'
import type { Dependencies } from '../dependencies.ts'
import { inScope } from '../store/scope.ts'

const where = /^\/api\/downloads\/([\w-]{20,8000})$/

/**
 * Replaces a request that has a ticket with the request it was issued for, by the user who created it. Later middleware
 * checks token, permission and scope and records the download as for that user.
 */
export function redeemTickets(dependencies: Dependencies): RequestHandler {
  return async (req, res, next) => {
    const [, text] = (req.method === 'GET' && where.exec(req.path)) || []
    if (text === undefined) return next()
    const ticket = openTicket(dependencies.serviceKeys.settingsKey, text, dependencies.now())
    if (req.isHead) return void res.type('application/octet-stream').end() // clients may send HEAD before the download
    await inScope(dependencies.knex, { kind: 'platform' }, (trx) => spendTicket(trx, ticket))
    req.ticketOf = ticket.bearerHash
    req.headers.authorization = 'Bearer ticket' // the validator requires one
    req.url = ticket.target
    req.originalUrl = ticket.target
    next()
  }
}
