import { Router } from 'express'
import { type Role, permissionsOf } from '../../../shared/permissions/permissions.ts'
import { changePassword, newPasswordHash, ownPasswordHash } from '../../domain/inventory/users/change-password.ts'
import { issueConfirmation, proveIdentity } from '../../domain/inventory/users/confirm.ts'
import { logIn } from '../../domain/inventory/users/log-in.ts'
import { createLoginDevices } from '../../domain/inventory/users/login-devices.ts'
import { createLoginLanes } from '../../domain/inventory/users/login-lanes.ts'
import { logOut } from '../../domain/inventory/users/log-out.ts'
import { endOwnSession, listOwnSessions } from '../../domain/inventory/users/sessions.ts'
import type { Pieces } from '../../dependencies.ts'
import { originOf } from '../authorise.ts'
import { deviceCookie } from '../device-cookie.ts'
import type { Req, Res } from '../operation.ts'
import { presentSession } from '../present/session.ts'
import { callerOf, scoped } from '../scoped.ts'

export function authRoutes(pieces: Pieces): Router {
  const routes = Router()
  const lanes = createLoginLanes(pieces.knex)
  const devices = createLoginDevices(pieces.serviceKeys)
  routes.post('/api/auth/login', async (req: Req<'login'>, res: Res<'login'>) => {
    const cookie = deviceCookie(pieces.settings.baseUrl, devices.cookieName(req.body.email.trim().toLowerCase()))
    const { token, expiresAt, deviceToken } = await logIn(
      { knex: pieces.knex, lanes, devices },
      {
        deviceToken: cookie.read(req),
        email: req.body.email,
        password: req.body.password,
        origin: originOf(req),
        now: pieces.now(),
        sessionTtlMinutes: pieces.settings.sessionTtlMinutes,
      },
    )
    cookie.set(res, deviceToken)
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
  routes.post('/api/auth/confirm', async (req: Req<'confirmIdentity'>, res: Res<'confirmIdentity'>) => {
    const hash = await scoped(pieces, req, ownPasswordHash)
    const caller = { actor: callerOf(req).actor, origin: originOf(req), now: pieces.now() }
    await proveIdentity(pieces.knex, caller, hash, req.body.password)
    const { confirmation, expiresAt } = await scoped(pieces, req, issueConfirmation)
    pieces.secrets?.see(confirmation)
    res.json({ confirmation, expires_at: expiresAt.toISOString() })
  })
  routes.get('/api/auth/sessions', async (req: Req<'listSessions'>, res: Res<'listSessions'>) => {
    const asking = callerOf(req).actor.sessionId
    res.json((await scoped(pieces, req, listOwnSessions)).map((session) => presentSession(session, asking)))
  })
  routes.delete('/api/auth/sessions/:session_id', async (req: Req<'endSession'>, res) => {
    await scoped(pieces, req, (call) => endOwnSession(call, req.params.session_id))
    res.status(204).end()
  })
  routes.get('/api/auth/me', async (req: Req<'me'>, res: Res<'me'>) => {
    const { actor, person, expiresAt } = callerOf(req)
    const { tenantId, token = null } = actor
    const role = actor.role as Role
    res.json({
      ...person,
      role,
      tenant_id: tenantId,
      permissions: permissionsOf(role),
      expires_at: expiresAt.toISOString(),
      time_zone: pieces.settings.timeZone,
      token,
    })
  })
  return routes
}
