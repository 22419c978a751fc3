import { Router } from 'express'
import { permissionsOf } from '../../../shared/permissions/permissions.ts'
import { changePassword, newPasswordHash, ownPasswordHash } from '../../domain/people/change-password.ts'
import { logIn } from '../../domain/people/log-in.ts'
import { logOut } from '../../domain/people/log-out.ts'
import { getOwnUser } from '../../domain/people/own-user.ts'
import type { Pieces } from '../../pieces.ts'
import { originOf } from '../authorise.ts'
import type { Req, Res } from '../operation.ts'
import { callerOf, scoped } from '../scoped.ts'

export function authRoutes(pieces: Pieces): Router {
  const routes = Router()
  routes.post('/api/auth/login', async (req: Req<'login'>, res: Res<'login'>) => {
    const { token, expiresAt } = await logIn(pieces.knex, {
      email: req.body.email,
      password: req.body.password,
      origin: originOf(req),
      now: pieces.now(),
      sessionTtlMinutes: pieces.settings.sessionTtlMinutes,
    })
    res.json({ token, expires_at: expiresAt.toISOString() })
  })
  routes.post('/api/auth/logout', async (req: Req<'logout'>, res) => {
    await scoped(pieces, req, logOut)
    res.status(204).end()
  })
  routes.post('/api/auth/password', async (req: Req<'changePassword'>, res) => {
    const hash = await scoped(pieces, req, ownPasswordHash)
    const caller = { actor: callerOf(req).actor, origin: originOf(req), now: pieces.now() }
    const { current_password: current, new_password: wished } = req.body
    const wanted = await newPasswordHash(pieces.knex, caller, hash, { current, wanted: wished })
    await scoped(pieces, req, (call) => changePassword(call, wanted))
    res.status(204).end()
  })
  routes.get('/api/auth/me', async (req: Req<'me'>, res: Res<'me'>) => {
    const { expiresAt } = callerOf(req)
    const { id, email, name, role, tenantId } = await scoped(pieces, req, getOwnUser)
    res.json({
      id,
      email,
      name,
      role,
      tenant_id: tenantId,
      permissions: permissionsOf(role),
      expires_at: expiresAt.toISOString(),
    })
  })
  return routes
}
