import type { Logger } from 'pino'
import { repairStore as repairAll } from '../domain/repository/object-lock/repair-store.ts'
import { openStore } from '../objects/open-store.ts'
import type { Settings } from '../settings.ts'
import { StartupError } from '../store/startup-error.ts'
import { besideService } from './beside-service.ts'

/**
 * `repair-store`: makes the locked version of every pack and manifest current again where a delete marker or another
 * version hides it, whether or not the service runs.
 * @throws StartupError if objects are not locked, or some remain hidden
 */
export async function repairStore(settings: Settings, log: Logger): Promise<void> {
  if (settings.objectStore === 'disk' || settings.objectStore.objectLock === null)
    throw new StartupError('repair_needs_object_lock')
  await besideService(settings, log, { command: 'repair-store', poolMax: 2 }, async (knex) => {
    const store = await openStore(settings, false)
    const { shown, failures } = await repairAll({ knex, store, now: () => new Date() }, (tenantId, object, error) => {
      const { kind, id, hiddenBy } = object
      if (error) log.warn({ tenantId, kind, id, hiddenBy }, `remains hidden: ${error.message}`)
      else log.info({ tenantId, kind, id, hiddenBy }, 'the locked version is visible again')
    })
    log.info({ shown, failures }, shown > 0 ? 'repaired; run check to read everything back' : 'no object was hidden')
    if (failures > 0) throw new StartupError('objects_still_hidden', { objects: failures })
  })
}
