import { message } from '../../../../shared/messages/message.ts'
import { findStaleReason } from '../../kernel/installation/restore-marker.ts'
import { type Purged, dueDevices, purgeDevice } from './purge-device.ts'
import { type MaintenanceResult, recordRun } from '../../kernel/maintenance-tasks/record-run.ts'
import { runRecorded } from '../../kernel/maintenance-tasks/run-recorded.ts'
import type { PolicyDependencies } from '../../policies/policy-dependencies.ts'

/**
 * Purges the due devices of all tenants and records a run for each tenant; if no device is due, one for the whole
 * installation. A failure for one tenant does not affect the others. Nothing is purged while the database may be older
 * than the store: a device may have been reinstated since.
 * @param only restricts it to this tenant
 * @returns the errors by tenant
 */
export async function applyPurge(
  dependencies: PolicyDependencies,
  only: string | null = null,
): Promise<{ tenantId: string; error: unknown }[]> {
  const { due, doubt } = await dependencies.runInSystemTransaction(async (context) => ({
    due: await dueDevices(context)
      .select('id', 'tenantId')
      .where(only ? { tenantId: only } : {})
      .orderBy(['tenantId', 'purgeAt', 'id']),
    doubt: await findStaleReason(context.trx),
  }))
  if (due.length === 0 || doubt) {
    const end: MaintenanceResult = doubt
      ? { outcome: 'stopped', reason: doubt }
      : { outcome: 'nothing', reason: message('no_device_due') }
    await dependencies.runInSystemTransaction((context) =>
      recordRun(context, { tenantId: only, kind: 'purge', startedAt: context.now, ...end }),
    )
    return []
  }
  const failed: { tenantId: string; error: unknown }[] = []
  for (const [tenantId, devices] of Map.groupBy(due, (device) => device.tenantId)) {
    if (dependencies.stopping?.aborted) break
    const ids = devices.map(({ id }) => id)
    await purgeTenant(dependencies, tenantId, ids).catch((error: unknown) => failed.push({ tenantId, error }))
  }
  return failed
}

function purgeTenant(
  { runInSystemTransaction, inTenant, stopping }: PolicyDependencies,
  tenantId: string,
  deviceIds: string[],
) {
  return runRecorded(runInSystemTransaction, { tenantId, kind: 'purge' }, async (run) => {
    let counts = { devices: 0, versions: 0, snapshots: 0, bytes: 0 }
    for (const id of deviceIds) {
      if (stopping?.aborted) return { outcome: 'stopped', reason: message('service_stopping'), counts }
      const before = counts
      counts = await inTenant(tenantId, async (context) => {
        const purged = await purgeDevice(context, id)
        const after = purged ? added(before, purged) : before
        if (purged) await run.note(context, after)
        return after
      })
    }
    if (counts.devices > 0) return { outcome: 'done', counts }
    return {
      outcome: 'nothing',
      reason: message('devices_no_longer_due'),
    }
  })
}

function added(counts: Purged & { devices: number }, purged: Purged) {
  return {
    devices: counts.devices + 1,
    versions: counts.versions + purged.versions,
    snapshots: counts.snapshots + purged.snapshots,
    bytes: counts.bytes + purged.bytes,
  }
}
