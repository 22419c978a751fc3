import { Fleet, type ScanProgress } from '../../../store/models/fleet.ts'
import type { Notifier } from '../../../store/pg-notify.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { requireKeys } from '../../kernel/require-keys.ts'
import { type FleetView, viewFleet } from './fleet-view.ts'

export const noProgress: ScanProgress = { organisations: 0, organisations_done: 0, networks: 0 }

/**
 * Queues a scan, which a replica runs in the background. A queued or running scan is not duplicated. The results of the
 * last complete scan stay until this one succeeds.
 * @throws DomainError not_found, keys_destroyed
 */
export async function requestScan(context: TenantContext, id: string, signals: Notifier): Promise<FleetView> {
  const { trx, now } = context
  await requireKeys(context)
  const fleet = await Fleet.query(trx).findById(id).forUpdate()
  if (!fleet) throw notFound()
  const isUnderWay = fleet.scanStatus === 'queued' || fleet.scanStatus === 'running'
  if (!isUnderWay) {
    const change = {
      scanStatus: 'queued',
      scanQueuedAt: now,
      scanStartedAt: null,
      scanFinishedAt: null,
      scanErrorCode: null,
      scanError: null,
      scanProgress: noProgress,
      scanLosses: 0,
    } as const
    await Fleet.query(trx).findById(id).patch(change)
    Object.assign(fleet, change)
    await signals.notify(trx, 'jobs', fleet.tenantId)
  }
  const detail = { name: fleet.name, again: isUnderWay }
  await recordAudit(context, 'fleet.scan', { kind: 'fleet', id: fleet.id, tenantId: fleet.tenantId, detail })
  return viewFleet(context, fleet)
}
