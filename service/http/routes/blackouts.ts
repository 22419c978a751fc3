import { Router } from 'express'
import { blackoutLevelNamed, blackoutsAt, findBlackoutTarget } from '../../domain/levels/blackouts/blackout-level.ts'
import { readEffectiveBlackouts } from '../../domain/levels/blackouts/effective-blackouts.ts'
import { listBlackouts } from '../../domain/inventory/rules/list-blackouts.ts'
import { setBlackouts } from '../../domain/inventory/rules/set-blackouts.ts'
import { refreshDescription } from '../../domain/inventory/tenants/refresh-description.ts'
import type { Pieces } from '../../dependencies.ts'
import { inScope } from '../../store/scope.ts'
import { newBlackout } from '../new-blackout.ts'
import type { Req, Res } from '../operation.ts'
import { countOf, cutPage, decodeCursor, textOf } from '../pagination.ts'
import { presentEffectiveBlackouts, presentLevelBlackouts, presentListedBlackout } from '../present/blackout.ts'
import { scoped } from '../scoped.ts'

export function blackoutRoutes(pieces: Pieces): Router {
  const routes = Router()
  routes.get('/api/blackouts', async (req: Req<'listBlackouts'>, res: Res<'listBlackouts'>) => {
    const { limit = 100, cursor } = req.query
    const at = decodeCursor(cursor, 5)
    const after = at && {
      slug: textOf(at[0]),
      deviceName: textOf(at[1]),
      deviceId: textOf(at[2]),
      site: textOf(at[3]),
      position: countOf(at[4]),
    }
    const platform = await platformBlackouts(pieces)
    const rows = await scoped(pieces, req, (call) =>
      listBlackouts(call, platform, pieces.settings, { limit: limit + 1, after }),
    )
    const { page, link } = cutPage(req, rows, limit, ({ place }) => [
      place.slug,
      place.deviceName,
      place.deviceId,
      place.site,
      place.position,
    ])
    if (link) res.set('Link', link)
    res.json(page.map(presentListedBlackout))
  })
  routes.get(
    '/api/blackouts/effective', // before the levels: `effective` is none
    async (req: Req<'getEffectiveBlackouts'>, res: Res<'getEffectiveBlackouts'>) => {
      const platform = await platformBlackouts(pieces)
      const effective = await scoped(pieces, req, (call) =>
        readEffectiveBlackouts(call, req.query.device_id, platform, pieces.settings),
      )
      res.json(presentEffectiveBlackouts(effective))
    },
  )
  routes.get('/api/blackouts/:level', async (req: Req<'getBlackouts'>, res: Res<'getBlackouts'>) => {
    const level = blackoutLevelNamed(req.params.level)
    const { device_id: deviceId, site } = req.query
    const { target, blackouts } = await scoped(pieces, req, async (call) => {
      const found = await findBlackoutTarget(call, level, { deviceId, site })
      return { target: found, blackouts: found.level === 'platform' ? [] : await blackoutsAt(call, found) }
    })
    const shown = level === 'platform' ? await platformBlackouts(pieces) : blackouts
    res.json(presentLevelBlackouts(target, shown))
  })
  routes.put('/api/blackouts/:level', async (req: Req<'setBlackouts'>, res: Res<'setBlackouts'>) => {
    const level = blackoutLevelNamed(req.params.level)
    const { device_id: deviceId, site } = req.query
    const wanted = req.body.blackouts.map(newBlackout)
    const { target, blackouts } = await scoped(pieces, req, async (call) => {
      const found = await findBlackoutTarget(call, level, { deviceId, site }, { isWrite: true })
      return { target: found, blackouts: await setBlackouts(call, found, wanted, req.body.in_place_of) }
    })
    if (target.tenant && !target.device) await refreshDescription({ ...pieces, log: req.log }, target.tenant)
    res.json(presentLevelBlackouts(target, blackouts))
  })
  return routes
}

/** In a scope of its own: no customer sees the installation's rows. */
function platformBlackouts({ knex }: Pieces) {
  return inScope(knex, { kind: 'platform' }, (trx) =>
    blackoutsAt({ trx }, { level: 'platform', tenant: null, site: null, device: null }),
  )
}
