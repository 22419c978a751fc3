import { Router } from 'express'
import { readSettings, updateSettings } from '../../domain/inventory/settings/settings.ts'
import type { Pieces } from '../../dependencies.ts'
import { defined } from '../omit-undefined.ts'
import { requireMatch } from '../entity-tags.ts'
import type { Req, Res } from '../operation.ts'
import { presentSettings } from '../present/settings.ts'
import { scopedToPlatform } from '../scoped.ts'

export function settingsRoutes(pieces: Pieces): Router {
  const routes = Router()
  routes.get('/api/settings', async (req: Req<'readSettings'>, res: Res<'readSettings'>) => {
    res.json(presentSettings(await scopedToPlatform(pieces, req, ({ trx, now }) => readSettings(trx, now)), pieces))
  })
  routes.patch('/api/settings', async (req: Req<'updateSettings'>, res: Res<'updateSettings'>) => {
    const {
      storage_low_percent: storageLowPercent,
      trust_posture: trustPosture,
      restore_policy: restorePolicy,
      session_idle_minutes: sessionIdleMinutes,
      token_days_without_networks: tokenDaysWithoutNetworks,
      destruction_delay_days: destructionDelayDays,
      retention_cooling_off_days: retentionCoolingOffDays,
      retention_floor_keep_days: floorKeepDays,
      retention_floor_keep_last: floorKeepLast,
    } = req.body
    const change = defined({
      ...{ storageLowPercent, trustPosture, restorePolicy },
      ...{ sessionIdleMinutes, tokenDaysWithoutNetworks, destructionDelayDays },
      ...{ retentionCoolingOffDays, floorKeepDays, floorKeepLast },
    })
    const settings = await scopedToPlatform(pieces, req, async (call) => {
      await requireMatch(req, call, { table: null, id: 'settings' }, async () =>
        presentSettings(await readSettings(call.trx, call.now), pieces),
      )
      return updateSettings(call, change)
    })
    res.json(presentSettings(settings, pieces))
  })
  return routes
}
