import { Setting } from '../../../store/models/setting.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import { fieldNames } from '../../kernel/audit/field-names.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { platformSettings, readPlatformPolicies, setPlatformSetting } from './platform-policies.ts'
import type { RestorePolicy } from '../../levels/restore/effective-restore.ts'
import type { Posture } from '../../levels/posture/effective-posture.ts'
import {
  type SecurityChange,
  type SecuritySettings,
  readSecuritySettings,
  updateSecuritySettings,
} from './security-settings.ts'

/** What may be changed of them, by its own names. */
export type SettingsChange = SecurityChange & Partial<Omit<InstallationSettings, keyof SecuritySettings>>

/** What the installation can be told while it runs, for all replicas. */
export interface InstallationSettings extends SecuritySettings {
  /** Less room than this of the disk of the objects is told of as too little. */
  storageLowPercent: number
  /** The platform's levels of these policies; null says nothing. */
  trustPosture: Posture | null
  restorePolicy: RestorePolicy | null
}

const lowKey = 'storage_low_percent'

/** Where nobody has said another one. */
export const usualLowPercent = 10

/** What is in force at `now`. The transaction is of the platform scope. */
export async function readSettings(trx: ScopedTransaction, now: Date): Promise<InstallationSettings> {
  const low = await Setting.query(trx).findById(lowKey)
  const { posture, restore } = await readPlatformPolicies(trx)
  const storageLowPercent = typeof low?.value === 'number' ? low.value : usualLowPercent
  const security = await readSecuritySettings(trx, now)
  return { storageLowPercent, trustPosture: posture, restorePolicy: restore, ...security }
}

/**
 * Changes what is named; at the platform's level of a policy it is the same change as under its own address. What is as it
 * was is no change: of it nothing is recorded, and nobody is told.
 */
export async function updateSettings(context: ActionContext, wanted: SettingsChange): Promise<InstallationSettings> {
  const { trx, now } = context
  const before = await readSettings(trx, now)
  const plain = (['storageLowPercent', 'trustPosture', 'restorePolicy'] as const).filter(
    (name) => wanted[name] !== undefined && wanted[name] !== before[name],
  )
  const security = await updateSecuritySettings(context, wanted)
  if (plain.length === 0 && security.length === 0) return before
  const { storageLowPercent, trustPosture, restorePolicy } = wanted
  if (plain.includes('storageLowPercent')) {
    const row = { key: lowKey, value: storageLowPercent, updatedAt: now }
    await Setting.query(trx).insert(row).onConflict('key').merge()
  }
  if (plain.includes('trustPosture')) await setPlatformSetting(trx, platformSettings.posture, trustPosture!, now)
  if (plain.includes('restorePolicy')) await setPlatformSetting(trx, platformSettings.restore, restorePolicy!, now)
  const after = await readSettings(trx, now)
  const changed = [
    ...fieldNames(Object.fromEntries(plain.map((name) => [name, after[name]]))),
    ...security.map(({ key }) => key),
  ]
  const values = Object.fromEntries(security.map(({ key, before, after }) => [key, { before, after }]))
  const detail = { changed, ...(security.length > 0 && { values }) }
  await recordAudit(context, 'settings.update', { kind: 'platform', tenantId: null, detail })
  await recordEvents(context, [{ type: 'settings.changed', tenantId: null, data: { changed } }])
  return after
}
