import { Router } from 'express'
import { blackoutLevelNamed, blackoutsAt, findBlackoutTarget } from '../../domain/policies/blackouts/blackout-level.ts'
import { readEffectiveBlackouts } from '../../domain/policies/blackouts/effective-blackouts.ts'
import { listBlackouts } from '../../domain/policies/blackouts/list-blackouts.ts'
import { setBlackouts } from '../../domain/policies/blackouts/set-blackouts.ts'
import { groupScheduledDevices, planWeek } from '../../domain/policies/blackouts/plan-week.ts'
import { refreshDescription } from '../../domain/inventory/tenants/refresh-description.ts'
import type { Dependencies } from '../../dependencies.ts'
import { newBlackout } from '../new-blackout.ts'
import { platformBlackouts } from '../platform-blackouts.ts'
import type { Req, Res } from '../operation.ts'
import { countOf, paginate, decodeCursor, parseText } from '../pagination.ts'
import {
  presentEffectiveBlackouts,
  presentLevelBlackouts,
  presentListedBlackout,
  presentScheduledWeek,
} from '../present/blackout.ts'
import { scoped } from '../scoped.ts'

export function blackoutRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.get('/api/blackouts', async (req: Req<'listBlackouts'>, res: Res<'listBlackouts'>) => {
    const { limit = 100, cursor } = req.query
    const at = decodeCursor(cursor, 5)
    const after = at && {
      slug: parseText(at[0]),
      deviceName: parseText(at[1]),
      deviceId: parseText(at[2]),
      site: parseText(at[3]),
      position: countOf(at[4]),
    }
    const platform = await platformBlackouts(dependencies)
    const rows = await scoped(dependencies, req, (context) =>
      listBlackouts(context, platform, dependencies.settings, { limit: limit + 1, after }),
    )
    const { page, link } = paginate(req, rows, limit, ({ place }) => [
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
    '/api/blackouts/effective', // before the levels: `effective` is not a level
    async (req: Req<'getEffectiveBlackouts'>, res: Res<'getEffectiveBlackouts'>) => {
      const platform = await platformBlackouts(dependencies)
      const effective = await scoped(dependencies, req, (context) =>
        readEffectiveBlackouts(context, req.query.device_id, platform, dependencies.settings),
      )
      res.json(presentEffectiveBlackouts(effective))
    },
  )
  routes.get('/api/schedules/week', async (req: Req<'listScheduledStarts'>, res: Res<'listScheduledStarts'>) => {
    const platform = await platformBlackouts(dependencies)
    const { groups, now } = await scoped(dependencies, req, async (context) => {
      return { groups: await groupScheduledDevices(context, platform), now: context.now }
    })
    res.json(presentScheduledWeek(await planWeek(groups, now, dependencies.settings.timeZone)))
  })
  routes.get('/api/blackouts/:level', async (req: Req<'getBlackouts'>, res: Res<'getBlackouts'>) => {
    const level = blackoutLevelNamed(req.params.level)
    const { device_id: deviceId, site } = req.query
    const { target, blackouts } = await scoped(dependencies, req, async (context) => {
      const found = await findBlackoutTarget(context, level, { deviceId, site })
      return { target: found, blackouts: found.level === 'platform' ? [] : await blackoutsAt(context, found) }
    })
    const shown = level === 'platform' ? await platformBlackouts(dependencies) : blackouts
    res.json(presentLevelBlackouts(target, shown))
  })
  routes.put('/api/blackouts/:level', async (req: Req<'setBlackouts'>, res: Res<'setBlackouts'>) => {
    const level = blackoutLevelNamed(req.params.level)
    const { device_id: deviceId, site } = req.query
    const wanted = req.body.blackouts.map(newBlackout)
    const { target, blackouts } = await scoped(dependencies, req, async (context) => {
      const found = await findBlackoutTarget(context, level, { deviceId, site }, { isWrite: true })
      return { target: found, blackouts: await setBlackouts(context, found, wanted, req.body.in_place_of) }
    })
    if (target.tenant && !target.device) await refreshDescription({ ...dependencies, log: req.log }, target.tenant)
    res.json(presentLevelBlackouts(target, blackouts))
  })
  return routes
}
