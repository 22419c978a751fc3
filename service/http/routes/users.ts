import { type Request, Router } from 'express'
import type { Call } from '../../domain/kernel/context.ts'
import { hashPassword } from '../../domain/inventory/users/password-hash.ts'
import type { RevokedTokens } from '../../domain/inventory/users/revoke-tokens.ts'
import { endUserSessions, listUserSessions } from '../../domain/inventory/users/sessions.ts'
import { createUser, deleteUser, getUser, listUsers, updateUser } from '../../domain/inventory/users/users.ts'
import type { Pieces } from '../../dependencies.ts'
import { requireMatch } from '../entity-tags.ts'
import { once } from '../idempotency.ts'
import type { Req, Res } from '../operation.ts'
import { cutPage, decodeCursor, textOf } from '../pagination.ts'
import { presentSession } from '../present/session.ts'
import { presentUser } from '../present/user.ts'
import { callerOf, scoped } from '../scoped.ts'

export function userRoutes(pieces: Pieces): Router {
  const routes = Router()
  routes.get('/api/users', async (req: Req<'listUsers'>, res: Res<'listUsers'>) => {
    const limit = req.query.limit ?? 100
    const position = decodeCursor(req.query.cursor, 1)
    const after = position && textOf(position[0])
    const rows = await scoped(pieces, req, (call) => listUsers(call, { limit: limit + 1, after }))
    const { page, link } = cutPage(req, rows, limit, (user) => [user.email.toLowerCase()])
    if (link) res.set('Link', link)
    res.json(page.map(presentUser))
  })
  routes.post('/api/users', async (req: Req<'createUser'>, res: Res<'createUser'>) => {
    const { email, name, role, password } = req.body
    const passwordHash = await hashPassword(password)
    const user = await scoped(pieces, req, (call) =>
      once(pieces, req, call, async () => presentUser(await createUser(call, { email, name, role, passwordHash }))),
    )
    res.status(201).json(user)
  })
  routes.get('/api/users/:user_id', async (req: Req<'getUser'>, res: Res<'getUser'>) => {
    res.json(presentUser(await scoped(pieces, req, (call) => getUser(call, req.params.user_id))))
  })
  routes.patch('/api/users/:user_id', async (req: Req<'updateUser'>, res: Res<'updateUser'>) => {
    const { password, keep_tokens: keepTokens, ...fields } = req.body
    const change = password === undefined ? fields : { ...fields, passwordHash: await hashPassword(password) }
    const { user_id: id } = req.params
    const { user, ...tokens } = await scoped(pieces, req, async (call) => {
      await requireUser(req, call, id)
      return updateUser(call, id, change, { keepTokens })
    })
    res.json({ ...presentUser(user), ...presentRevoked(tokens) })
  })
  routes.delete('/api/users/:user_id', async (req: Req<'deleteUser'>, res) => {
    const { user_id: id } = req.params
    await scoped(pieces, req, async (call) => {
      await requireUser(req, call, id)
      await deleteUser(call, id)
    })
    res.status(204).end()
  })
  routes.get('/api/users/:user_id/sessions', async (req: Req<'listUserSessions'>, res: Res<'listUserSessions'>) => {
    const asking = callerOf(req).actor.sessionId
    const sessions = await scoped(pieces, req, (call) => listUserSessions(call, req.params.user_id))
    res.json(sessions.map((session) => presentSession(session, asking)))
  })
  routes.delete('/api/users/:user_id/sessions', async (req: Req<'endUserSessions'>, res: Res<'endUserSessions'>) => {
    const { keep_tokens: keepTokens } = req.query
    res.json(
      presentRevoked(await scoped(pieces, req, (call) => endUserSessions(call, req.params.user_id, { keepTokens }))),
    )
  })
  return routes
}

function requireUser(req: Pick<Request, 'get'>, call: Call, id: string): Promise<void> {
  return requireMatch(req, call, { table: 'users', id }, async () => presentUser(await getUser(call, id)))
}

function presentRevoked({ tokensRevoked, tokensKept }: RevokedTokens) {
  return { tokens_revoked: tokensRevoked, tokens_kept: tokensKept }
}
