import type { RunInSystemTransaction, SystemContext } from '../../kernel/context.ts'
import { message } from '../../../../shared/messages/message.ts'
import { randomUUIDv7 } from 'node:crypto'
import { StorageSample } from '../../../store/models/storage-sample.ts'
import type { MaintenanceResult } from '../../kernel/maintenance-tasks/record-run.ts'
import { checkStorageFigures } from './check-figures.ts'
import { reportGrowth } from './report-growth.ts'
import { storedByTenant } from './stored-by-tenant.ts'

/**
 * Records what is stored now: for the tenant, or for every tenant and the total. The transaction has the tenant's scope
 * or the platform's.
 * @returns how many tenants were sampled, and their bytes
 */
export async function takeSample(
  { trx, now }: SystemContext,
  tenantId: string | null,
): Promise<{ customers: number; bytes: number }> {
  const stored = await storedByTenant(trx, tenantId)
  const bytes = stored.reduce((sum, one) => sum + one.stored, 0)
  const samples = stored.map((one): { tenantId: string | null; stored: number } => ({
    tenantId: one.id,
    stored: one.stored,
  }))
  if (tenantId === null) samples.push({ tenantId: null, stored: bytes })
  await StorageSample.query(trx).insert(samples.map((one) => ({ ...one, id: randomUUIDv7(), sampledAt: now })))
  return { customers: stored.length, bytes }
}

/** Maximum age in hours of a sample (of another replica or on request) that replaces the nightly one. */
const enoughHours = 12

/** Samples all tenants and reports those that doubled, unless it was done in the last 12 hours. */
export async function sampleOnceADay(context: SystemContext): Promise<MaintenanceResult> {
  const { trx, now } = context
  const last = await StorageSample.query(trx)
    .whereNull('tenantId')
    .where('sampledAt', '>', new Date(now.getTime() - enoughHours * 3_600_000))
    .where('sampledAt', '<=', now)
    .first()
  if (last)
    return { outcome: 'nothing', reason: message('recently_sampled', { sampled_at: last.sampledAt.toISOString() }) }
  const counts = await takeSample(context, null)
  await reportGrowth(context)
  return { outcome: 'done', counts }
}

/**
 * Corrects wrong storage figures, then samples all tenants.
 * @param reportCorrected receives the ids of tenants with wrong figures; the run counts them as `corrected`
 */
export async function sampleNightly(
  runInSystemTransaction: RunInSystemTransaction,
  reportCorrected: (tenantIds: string[]) => void,
): Promise<MaintenanceResult> {
  const { corrected } = await checkStorageFigures(runInSystemTransaction)
  const end = await runInSystemTransaction(sampleOnceADay)
  if (corrected.length === 0) return end
  reportCorrected(corrected)
  return { outcome: 'done', counts: { ...end.counts, corrected: corrected.length } }
}
