import { RetentionPolicy } from '../../../store/models/retention-policy.ts'
import { Setting } from '../../../store/models/setting.ts'
import type { RunStatement, ScopedTransaction } from '../../../store/scope.ts'
import type { Posture } from '../posture/effective-posture.ts'
import type { RestorePolicy } from '../restore/effective-restore.ts'
import type { StoredDelay } from '../../kernel/delay.ts'
import type { GuardedRule } from '../retention/guards.ts'
import type { PlatformRetention } from '../retention/effective-retention.ts'

/** The policies of the platform's level; null where not set. */
export interface PlatformPolicies {
  retention: PlatformRetention
  posture: Posture | null
  restore: RestorePolicy | null
}

/** Settings that store the platform's trust posture and restore policy; an absent one is not set. */
export const platformSettings = { posture: 'trust_posture', restore: 'restore_policy' } as const

/** Settings that guard retention; only their own actions write them. */
export const retentionSettings = { floor: 'retention_floor', coolingOff: 'retention_cooling_off' } as const

/** Reads the policies of the platform's level. The transaction has the platform scope: tenants cannot read them. */
export async function readPlatformPolicies(trx: ScopedTransaction): Promise<PlatformPolicies> {
  const settings = await Setting.query(trx).findByIds([
    ...Object.values(platformSettings),
    ...Object.values(retentionSettings),
  ])
  const valueOf = (key: string) => settings.find((setting) => setting.key === key)?.value
  const retention = await RetentionPolicy.query(trx).whereNull('tenantId').first()
  return {
    retention: {
      keepDays: retention?.keepDays ?? null,
      keepLast: retention?.keepLast ?? null,
      guards: retention?.guards ?? [],
      floor: (valueOf(retentionSettings.floor) as GuardedRule | undefined) ?? { keepDays: null, keepLast: null },
      coolingOff: valueOf(retentionSettings.coolingOff) as StoredDelay | undefined,
    },
    ...offerPoliciesIn(valueOf),
  }
}

/** Reads the policies that apply to every offer. The statement runs in the platform scope. */
export async function readOfferPolicies(run: RunStatement): Promise<Pick<PlatformPolicies, 'posture' | 'restore'>> {
  const rows = await run<Pick<Setting, 'key' | 'value'>>(
    'select key, value from settings where key = any(:keys::text[])',
    { keys: Object.values(platformSettings) },
  )
  return offerPoliciesIn((key) => rows.find((row) => row.key === key)?.value)
}

function offerPoliciesIn(valueOf: (key: string) => unknown): Pick<PlatformPolicies, 'posture' | 'restore'> {
  const posture = valueOf(platformSettings.posture)
  const restore = valueOf(platformSettings.restore)
  return {
    posture: posture === 'tofu' || posture === 'strict' ? posture : null,
    restore: restore === 'allow' || restore === 'deny' ? restore : null,
  }
}

/** Sets one of the platform's settings; null removes it. */
export async function setPlatformSetting(
  trx: ScopedTransaction,
  key: (typeof platformSettings)[keyof typeof platformSettings],
  value: Posture | RestorePolicy | null,
  now: Date,
): Promise<void> {
  if (value === null) await Setting.query(trx).deleteById(key)
  else await Setting.query(trx).insert({ key, value, updatedAt: now }).onConflict('key').merge()
}
