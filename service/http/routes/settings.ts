import { Router } from 'express'
import { readSettings, updateSettings } from '../../domain/inventory/settings/settings.ts'
import type { Dependencies } from '../../dependencies.ts'
import { omitUndefined } from '../omit-undefined.ts'
import { requireMatch } from '../entity-tags.ts'
import type { Req, Res } from '../operation.ts'
import { presentSettings } from '../present/settings.ts'
import { scopedToPlatform } from '../scoped.ts'

export function settingsRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.get('/api/settings', async (req: Req<'readSettings'>, res: Res<'readSettings'>) => {
    res.json(
      presentSettings(
        await scopedToPlatform(dependencies, req, ({ trx, now }) => readSettings(trx, now)),
        dependencies,
      ),
    )
  })
  routes.patch('/api/settings', async (req: Req<'updateSettings'>, res: Res<'updateSettings'>) => {
    const {
      storage_low_percent: storageLowPercent,
      trust_posture: trustPosture,
      restore_policy: restorePolicy,
      session_idle_minutes: sessionIdleMinutes,
      token_days_without_networks: tokenDaysWithoutNetworks,
      approval_actions: approvalActions,
      break_glass_copies: breakGlassCopies,
      break_glass_days: breakGlassDays,
      second_factor_roles: secondFactorRoles,
      destruction_delay_days: destructionDelayDays,
      retention_cooling_off_days: retentionCoolingOffDays,
      retention_floor_keep_days: floorKeepDays,
      retention_floor_keep_last: floorKeepLast,
      master_key_backed_up: masterKeyBackedUp,
    } = req.body
    const change = omitUndefined({
      ...{ storageLowPercent, trustPosture, restorePolicy },
      ...{ sessionIdleMinutes, tokenDaysWithoutNetworks, secondFactorRoles, destructionDelayDays },
      ...{ approvalActions, breakGlassCopies, breakGlassDays },
      ...{ retentionCoolingOffDays, floorKeepDays, floorKeepLast, masterKeyBackedUp },
    })
    const settings = await scopedToPlatform(dependencies, req, async (context) => {
      await requireMatch(req, context, { table: null, id: 'settings' }, async () =>
        presentSettings(await readSettings(context.trx, context.now), dependencies),
      )
      return updateSettings(context, change)
    })
    res.json(presentSettings(settings, dependencies))
  })
  return routes
}
