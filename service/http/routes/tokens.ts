import { Router } from 'express'
import type { components } from '../../../shared/contract/api-types.ts'
import { type TokenFields, createToken } from '../../domain/inventory/users/create-token.ts'
import { getTokenOfAll, listTokens, listTokensOfAll } from '../../domain/inventory/users/list-tokens.ts'
import { revokeOwnToken, revokeToken } from '../../domain/inventory/users/revoke-token.ts'
import { readSecuritySettings } from '../../domain/inventory/settings/security-settings.ts'
import type { Dependencies } from '../../dependencies.ts'
import { inScope } from '../../store/scope.ts'
import { omitUndefined } from '../omit-undefined.ts'
import type { Req, Res } from '../operation.ts'
import { paginate, decodeCursor, uuidOf } from '../pagination.ts'
import { presentAnyApiToken, presentApiToken } from '../present/api-token.ts'
import { scoped } from '../scoped.ts'

export function tokenRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.get('/api/auth/tokens', async (req: Req<'listTokens'>, res: Res<'listTokens'>) => {
    res.json((await scoped(dependencies, req, listTokens)).map(presentApiToken))
  })
  routes.post('/api/auth/tokens', async (req: Req<'createToken'>, res: Res<'createToken'>) => {
    const { role, role_id: roleId } = req.body
    const days = await readDaysWithoutNetworks(dependencies)
    const { row, token } = await scoped(dependencies, req, (context) =>
      createToken(context, { ...tokenFields(req.body), role, roleId }, days),
    )
    dependencies.secrets?.addRecent(token)
    res.status(201).json({ ...presentApiToken(row), token })
  })
  routes.delete('/api/auth/tokens/:token_id', async (req: Req<'deleteToken'>, res) => {
    await scoped(dependencies, req, (context) => revokeOwnToken(context, req.params.token_id))
    res.status(204).end()
  })
  routes.get('/api/tokens', async (req: Req<'listAllTokens'>, res: Res<'listAllTokens'>) => {
    const { limit = 100, cursor, user_id: userId, created_by: createdBy } = req.query
    const position = decodeCursor(cursor, 1)
    const page = { limit: limit + 1, after: position && uuidOf(position[0]) }
    const filter = omitUndefined({ userId, createdBy })
    const rows = await scoped(dependencies, req, (context) => listTokensOfAll(context, filter, page))
    const cut = paginate(req, rows, limit, ({ row }) => [row.id])
    if (cut.link) res.set('Link', cut.link)
    res.json(cut.page.map(presentAnyApiToken))
  })
  routes.get('/api/tokens/:token_id', async (req: Req<'getApiToken'>, res: Res<'getApiToken'>) => {
    res.json(
      presentAnyApiToken(await scoped(dependencies, req, (context) => getTokenOfAll(context, req.params.token_id))),
    )
  })
  routes.delete('/api/tokens/:token_id', async (req: Req<'revokeToken'>, res) => {
    await scoped(dependencies, req, (context) => revokeToken(context, req.params.token_id))
    res.status(204).end()
  })
  return routes
}

/** Returns the fields of a new token, with the defaults of the contract. */
export function tokenFields(body: components['schemas']['NewServiceAccountToken']): TokenFields {
  const { name, permissions, expires_in_days: expiresInDays = 90, networks = [], sites = [], tags = [] } = body
  return { name, permissions, expiresInDays, networks, sites, tags }
}

/** Returns the setting `token_days_without_networks`, which only the platform scope can read. */
export async function readDaysWithoutNetworks({ knex, now }: Dependencies): Promise<number | null> {
  const settings = await inScope(knex, { kind: 'platform' }, (trx) => readSecuritySettings(trx, now()))
  return settings.tokenDaysWithoutNetworks
}
