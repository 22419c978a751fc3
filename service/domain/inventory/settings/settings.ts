import { Setting } from '../../../store/models/setting.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import { fieldNames } from '../../kernel/audit/field-names.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import {
  platformSettings,
  readPlatformPolicies,
  setPlatformSetting,
} from '../../policies/platform/platform-policies.ts'
import { refuseLoosening } from '../../policies/loosening/refuse-loosening.ts'
import type { RestorePolicy } from '../../policies/restore/effective-restore.ts'
import type { Posture } from '../../policies/posture/effective-posture.ts'
import {
  type SecurityChange,
  type SecuritySettings,
  readSecuritySettings,
  updateSecuritySettings,
} from './security-settings.ts'

/** The settings that can be changed, by their own names. */
export type SettingsChange = SecurityChange &
  Partial<Pick<InstallationSettings, 'storageLowPercent' | 'trustPosture' | 'restorePolicy'>> & {
    /** True confirms at `context.now` that a copy of the master key is kept elsewhere; false withdraws it. */
    masterKeyBackedUp?: boolean
  }

/** Settings of the installation that can change while it runs; they apply to all replicas. */
export interface InstallationSettings extends SecuritySettings {
  /** Free space of the object disk, in percent, below which storage is reported as low. */
  storageLowPercent: number
  /** The platform's level of these policies; null if not set. */
  trustPosture: Posture | null
  restorePolicy: RestorePolicy | null
  /** When an administrator confirmed that a copy of the master key is kept elsewhere; null if never. */
  masterKeyBackedUpAt: Date | null
}

const masterKeyKey = 'master_key_backed_up_at'
const lowKey = 'storage_low_percent'

/** Default of `storageLowPercent`. */
export const usualLowPercent = 10

/** Returns the settings in force at `now`. The transaction has the platform scope. */
export async function readSettings(trx: ScopedTransaction, now: Date): Promise<InstallationSettings> {
  const low = await Setting.query(trx).findById(lowKey)
  const { posture, restore } = await readPlatformPolicies(trx)
  const storageLowPercent = typeof low?.value === 'number' ? low.value : usualLowPercent
  const security = await readSecuritySettings(trx, now)
  const copied = await Setting.query(trx).findById(masterKeyKey)
  const masterKeyBackedUpAt = typeof copied?.value === 'string' ? new Date(copied.value) : null
  return { storageLowPercent, trustPosture: posture, restorePolicy: restore, masterKeyBackedUpAt, ...security }
}

/**
 * Changes the settings that are named; the platform's level of a policy changes as if set through the policy itself. A
 * value that does not differ is no change: it is not recorded and emits no event.
 * @throws DomainError session_required if an API token loosens a policy, session_required or confirmation_required for
 *   security settings
 */
export async function updateSettings(context: ActionContext, wanted: SettingsChange): Promise<InstallationSettings> {
  const { trx, now } = context
  const before = await readSettings(trx, now)
  const plain = (['storageLowPercent', 'trustPosture', 'restorePolicy'] as const).filter(
    (name) => wanted[name] !== undefined && wanted[name] !== before[name],
  )
  refuseLoosening(context.actor, 'platform', before, wanted)
  const security = await updateSecuritySettings(context, wanted)
  const { masterKeyBackedUp } = wanted
  const isKeyNews = masterKeyBackedUp !== undefined && masterKeyBackedUp !== (before.masterKeyBackedUpAt !== null)
  if (plain.length === 0 && security.length === 0 && !isKeyNews) return before
  if (isKeyNews) await setMasterKeyBackedUp(context, masterKeyBackedUp)
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
    ...(isKeyNews ? ['master_key_backed_up'] : []),
  ]
  const values = Object.fromEntries(security.map(({ key, before, after }) => [key, { before, after }]))
  const detail = { changed, ...(security.length > 0 && { values }) }
  await recordAudit(context, 'settings.update', { kind: 'platform', tenantId: null, detail })
  await recordEvents(context, [{ type: 'settings.changed', tenantId: null, data: { changed } }])
  return after
}

async function setMasterKeyBackedUp({ trx, now }: ActionContext, isBackedUp: boolean): Promise<void> {
  if (!isBackedUp) return void (await Setting.query(trx).deleteById(masterKeyKey))
  const row = { key: masterKeyKey, value: now.toISOString(), updatedAt: now }
  await Setting.query(trx).insert(row).onConflict('key').merge()
}
