import { message } from '../../../../shared/messages/message.ts'
import { findDoubt } from '../../kernel/installation/restore-marker.ts'
import { type Purged, dueDevices, purgeDevice } from './purge-device.ts'
import { type PolicyEnd, recordRun } from '../../kernel/policy-runs/record-run.ts'
import { runRecorded } from '../../kernel/policy-runs/run-recorded.ts'
import type { PolicyParts } from '../../levels/policy-dependencies.ts'

/**
 * Purges the devices that are due, customer by customer, and leaves a record of each customer's run; where nothing is
 * due, one of the whole installation that says so. A customer whose purge fails keeps no other back. While the database
 * may be older than the store nothing goes: somebody may have put such a device back into service since.
 * @param only of this customer
 * @returns what could not be done, by customer
 */
export async function applyPurge(
  parts: PolicyParts,
  only: string | null = null,
): Promise<{ tenantId: string; error: unknown }[]> {
  const { due, doubt } = await parts.inMoment(async (moment) => ({
    due: await dueDevices(moment)
      .select('id', 'tenantId')
      .where(only ? { tenantId: only } : {})
      .orderBy(['tenantId', 'purgeAt', 'id']),
    doubt: await findDoubt(moment.trx),
  }))
  if (due.length === 0 || doubt) {
    const end: PolicyEnd = doubt
      ? { outcome: 'stopped', reason: doubt }
      : { outcome: 'nothing', reason: message('no_device_due') }
    await parts.inMoment((moment) =>
      recordRun(moment, { tenantId: only, kind: 'purge', startedAt: moment.now, ...end }),
    )
    return []
  }
  const failed: { tenantId: string; error: unknown }[] = []
  for (const [tenantId, devices] of Map.groupBy(due, (device) => device.tenantId)) {
    if (parts.stopping?.aborted) break
    const ids = devices.map(({ id }) => id)
    await purgeCustomer(parts, tenantId, ids).catch((error: unknown) => failed.push({ tenantId, error }))
  }
  return failed
}

function purgeCustomer({ inMoment, inTenant, stopping }: PolicyParts, tenantId: string, deviceIds: string[]) {
  return runRecorded(inMoment, { tenantId, kind: 'purge' }, async (run) => {
    let counts = { devices: 0, versions: 0, snapshots: 0, bytes: 0 }
    for (const id of deviceIds) {
      if (stopping?.aborted) return { outcome: 'stopped', reason: message('service_stopping'), counts }
      const before = counts
      counts = await inTenant(tenantId, async (moment) => {
        const purged = await purgeDevice(moment, id)
        const after = purged ? added(before, purged) : before
        if (purged) await run.note(moment, after)
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
