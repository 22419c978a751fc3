import { Setting } from '../../store/models/setting.ts'
import type { ScopedTransaction } from '../../store/scope.ts'
import { fieldNames } from '../audit/field-names.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Call } from '../call.ts'
import { recordEvents } from '../events/record-events.ts'
import { platformSettings, readPlatformPolicies, setPlatformSetting } from '../policies/platform-policies.ts'
import type { RestorePolicy } from '../policies/restore/effective-restore.ts'
import type { Posture } from '../trust/effective-posture.ts'

/** What the installation can be told while it runs, for all replicas. */
export interface InstallationSettings {
  /** Less room than this of the disk of the objects is told of as too little. */
  storageLowPercent: number
  /** The platform's levels of these policies; null says nothing. */
  trustPosture: Posture | null
  restorePolicy: RestorePolicy | null
}

const lowKey = 'storage_low_percent'

/** Where nobody has said another one. */
export const usualLowPercent = 10

/** What is in force. The transaction is of the platform scope. */
export async function readSettings(trx: ScopedTransaction): Promise<InstallationSettings> {
  const low = await Setting.query(trx).findById(lowKey)
  const { posture, restore } = await readPlatformPolicies(trx)
  const storageLowPercent = typeof low?.value === 'number' ? low.value : usualLowPercent
  return { storageLowPercent, trustPosture: posture, restorePolicy: restore }
}

/**
 * Changes what is named; at the platform's level of a policy it is the same change as under its own address. What is as it
 * was is no change: of it nothing is recorded, and nobody is told.
 */
export async function updateSettings(call: Call, wanted: Partial<InstallationSettings>): Promise<InstallationSettings> {
  const { trx, now } = call
  const before = await readSettings(trx)
  const different = Object.entries(wanted).filter(
    ([name, value]) => value !== before[name as keyof InstallationSettings],
  )
  if (different.length === 0) return before
  const change: Partial<InstallationSettings> = Object.fromEntries(different)
  const { storageLowPercent, trustPosture, restorePolicy } = change
  if (storageLowPercent !== undefined) {
    const row = { key: lowKey, value: storageLowPercent, updatedAt: now }
    await Setting.query(trx).insert(row).onConflict('key').merge()
  }
  if (trustPosture !== undefined) await setPlatformSetting(trx, platformSettings.posture, trustPosture, now)
  if (restorePolicy !== undefined) await setPlatformSetting(trx, platformSettings.restore, restorePolicy, now)
  const changed = fieldNames(change)
  await recordAudit(call, 'settings.update', { kind: 'platform', tenantId: null, detail: { changed } })
  await recordEvents(call, [{ type: 'settings.changed', tenantId: null, data: { changed } }])
  return readSettings(trx)
}
