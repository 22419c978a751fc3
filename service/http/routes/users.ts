import { type Request, Router } from 'express'
import type { ActionContext } from '../../domain/kernel/context.ts'
import { hashNewPassword } from '../../domain/inventory/passwords/hash-new-password.ts'
import { listFactorKinds } from '../../domain/inventory/second-factors/list-factors.ts'
import { linkAccount } from '../../domain/inventory/single-sign-on/link-account.ts'
import type { RevokedTokens } from '../../domain/inventory/users/revoke-tokens.ts'
import { endUserSessions, listUserSessions } from '../../domain/inventory/users/sessions.ts'
import { createUser } from '../../domain/inventory/users/create-user.ts'
import { deleteUser } from '../../domain/inventory/users/delete-user.ts'
import { type RemainingToken, listRemainingTokens } from '../../domain/inventory/users/list-remaining-tokens.ts'
import { getUser, listUsers, readProviderNames, readRoleNames } from '../../domain/inventory/users/list-users.ts'
import { readScimStates } from '../../domain/inventory/users/require-unprovisioned.ts'
import { updateUser } from '../../domain/inventory/users/update-user.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { User } from '../../store/models/user.ts'
import { requireMatch } from '../entity-tags.ts'
import { withIdempotency } from '../idempotency.ts'
import { omitUndefined } from '../omit-undefined.ts'
import type { Req, Res } from '../operation.ts'
import { paginate, decodeCursor, parseText } from '../pagination.ts'
import { presentSession } from '../present/session.ts'
import { presentUser } from '../present/user.ts'
import { callerOf, scoped } from '../scoped.ts'

export function userRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.get('/api/users', async (req: Req<'listUsers'>, res: Res<'listUsers'>) => {
    const limit = req.query.limit ?? 100
    const position = decodeCursor(req.query.cursor, 1)
    const after = position && parseText(position[0])
    const { rows, views } = await scoped(dependencies, req, async (context) => {
      const rows = await listUsers(context, { limit: limit + 1, after })
      return { rows, views: await viewUsers(context, rows.slice(0, limit)) }
    })
    const { link } = paginate(req, rows, limit, (user) => [user.email.toLowerCase()])
    if (link) res.set('Link', link)
    res.json(views)
  })
  routes.post('/api/users', async (req: Req<'createUser'>, res: Res<'createUser'>) => {
    const { email, name, role, role_id: roleId, password } = req.body
    const passwordChangeRequired = req.body.must_change_password ?? false
    const passwordHash = await hashNewPassword('password', password, { email, name }, dependencies.breachedPasswords)
    const user = await scoped(dependencies, req, (context) =>
      withIdempotency(dependencies, req, context, async () =>
        readUser(
          context,
          (await createUser(context, { email, name, role, roleId, passwordHash, passwordChangeRequired })).id,
        ),
      ),
    )
    res.status(201).json(user)
  })
  routes.get('/api/users/:user_id', async (req: Req<'getUser'>, res: Res<'getUser'>) => {
    res.json(await scoped(dependencies, req, (context) => readUser(context, req.params.user_id)))
  })
  routes.patch('/api/users/:user_id', async (req: Req<'updateUser'>, res: Res<'updateUser'>) => {
    const { password, keep_tokens: keepTokens, role_id: roleId, break_glass: isBreakGlass, ...others } = req.body
    const { must_change_password: passwordChangeRequired, ...fields } = others
    const { user_id: id } = req.params
    const passwordHash = password === undefined ? undefined : await hashFor(req, id, password)
    const change = omitUndefined({ ...fields, roleId, isBreakGlass, passwordHash, passwordChangeRequired })
    const { user, tokens, left } = await scoped(dependencies, req, async (context) => {
      await requireUser(req, context, id)
      const tokens = await updateUser(context, id, change, { keepTokens })
      const left = change.disabled ? await listRemainingTokens(context, id) : []
      return { tokens, left, user: await readUser(context, id) }
    })
    res.json({ ...user, ...presentRevoked(tokens), service_account_tokens: left.map(presentRemainingToken) })
  })
  routes.delete('/api/users/:user_id', async (req: Req<'deleteUser'>, res: Res<'deleteUser'>) => {
    const { user_id: id } = req.params
    const left = await scoped(dependencies, req, async (context) => {
      await requireUser(req, context, id)
      const tokens = await listRemainingTokens(context, id)
      await deleteUser(context, id)
      return tokens
    })
    res.json({ service_account_tokens: left.map(presentRemainingToken) })
  })
  routes.put('/api/users/:user_id/provider-link', async (req: Req<'linkUser'>, res: Res<'linkUser'>) => {
    const { user_id: id } = req.params
    const user = await scoped(dependencies, req, async (context) => {
      await linkAccount(context, id, req.body.subject)
      return readUser(context, id)
    })
    res.json(user)
  })
  routes.get('/api/users/:user_id/sessions', async (req: Req<'listUserSessions'>, res: Res<'listUserSessions'>) => {
    const asking = callerOf(req).actor.sessionId
    const sessions = await scoped(dependencies, req, (context) => listUserSessions(context, req.params.user_id))
    res.json(sessions.map((session) => presentSession(session, asking)))
  })
  routes.delete('/api/users/:user_id/sessions', async (req: Req<'endUserSessions'>, res: Res<'endUserSessions'>) => {
    const { keep_tokens: keepTokens } = req.query
    res.json(
      presentRevoked(
        await scoped(dependencies, req, (context) => endUserSessions(context, req.params.user_id, { keepTokens })),
      ),
    )
  })
  return routes

  async function hashFor(req: Req<'updateUser'>, id: string, password: string): Promise<string> {
    const known = await scoped(dependencies, req, (context) => getUser(context, id))
    const owner = { email: req.body.email ?? known.email, name: req.body.name ?? known.name }
    return hashNewPassword('password', password, owner, dependencies.breachedPasswords)
  }
}

function requireUser(req: Pick<Request, 'get'>, context: ActionContext, id: string): Promise<void> {
  return requireMatch(req, context, { table: 'users', id }, () => readUser(context, id))
}

async function readUser(context: ActionContext, id: string) {
  const [view] = await viewUsers(context, [await getUser(context, id)])
  return view!
}

async function viewUsers(context: ActionContext, users: readonly User[]) {
  const ids = users.map(({ id }) => id)
  const kinds = await listFactorKinds(context.trx, ids)
  const states = await readScimStates(context, ids)
  const names = new Map([...(await readRoleNames(context, users)), ...(await readProviderNames(context, users))])
  return users.map((user) => presentUser(user, { factors: kinds.get(user.id), scimState: states.get(user.id), names }))
}

function presentRemainingToken({ id, name, tenantId, serviceAccount }: RemainingToken) {
  return { id, name, tenant_id: tenantId, service_account: serviceAccount }
}

function presentRevoked({ tokensRevoked, tokensKept }: RevokedTokens) {
  return { tokens_revoked: tokensRevoked, tokens_kept: tokensKept }
}
