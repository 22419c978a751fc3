import { expire } from '../domain/recovery/housekeeping/expire.ts'
import { skipIfClockSkewed } from '../domain/kernel/maintenance-tasks/skip-if-clock-skewed.ts'
import { removeExpired } from '../domain/recovery/revocations/remove-expired.ts'
import { sealTombstones } from '../domain/recovery/keys/seal-tombstones.ts'
import { removeFormerKeys } from '../domain/recovery/keys/remove-former-keys.ts'
import { loadServiceKeys } from '../keys/service-keys.ts'
import { StoreUnreachable } from '../objects/object-store.ts'
import { type PeriodicSetting, runPeriodic } from './run-periodic.ts'

const dayMs = 24 * 3_600_000

/** Nightly task: deletes expired data and former wrapped keys, and seals the tombstones of destroyed keys. */
await runPeriodic('expire', async (setting) => {
  const { settings, runInSystemTransaction, openStore, log } = setting
  await skipIfClockSkewed(runInSystemTransaction, 'expire', { log }, async () => {
    log('info', 'removed what has expired', await expire(runInSystemTransaction))
    await removeRevocations(setting)
    await sealUnsealed(setting)
    if (settings.formerKeysDays === 0) return
    const afterMs = settings.formerKeysDays * dayMs
    const { tenants, objects, unsafe } = await removeFormerKeys({ runInSystemTransaction, openStore }, { afterMs })
    if (tenants > 0) log('info', 'removed wrapped keys of former master keys', { customers: tenants, objects })
    if (unsafe.length > 0) log('warn', 'former wrapped keys stay: the present ones are not in order', { unsafe })
  })
})

async function removeRevocations({
  knex,
  masterKey,
  now,
  runInSystemTransaction,
  openStore,
  log,
}: PeriodicSetting): Promise<void> {
  try {
    const [store, serviceKeys] = [await openStore(), await loadServiceKeys(knex, masterKey, now())]
    const revocations = await removeExpired({ runInSystemTransaction, store, serviceKeys })
    if (revocations > 0) log('info', 'removed the records of revoked tokens that have expired', { revocations })
  } catch (error) {
    if (!(error instanceof StoreUnreachable)) throw error
    log('warn', `records of revoked tokens that have expired stay until the next night: ${error.message}`)
  }
}

async function sealUnsealed({ keys, runInSystemTransaction, openStore, log }: PeriodicSetting): Promise<void> {
  try {
    const tombstones = await sealTombstones({ runInSystemTransaction, keys, store: await openStore() })
    if (tombstones > 0) log('info', 'sealed the tombstones of destroyed keys', { tombstones })
  } catch (error) {
    if (!(error instanceof StoreUnreachable)) throw error
    log('warn', `tombstones of destroyed keys are checked the next night: ${error.message}`)
  }
}
