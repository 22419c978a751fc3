import { randomUUIDv7 } from 'node:crypto'
import type { Device } from '../../../service/store/models/device.ts'
import { Job } from '../../../service/store/models/job.ts'
import type { Version } from '../../../service/store/models/version.ts'
import { type TextFields, createScene } from './scene.ts'
import { type TestService, must } from '../service.ts'

/** A complete Junos configuration. */
export const wholeConfiguration = `## Last commit: 2026-01-10 04:05:06 UTC by root
version 22.4R3;
system {
    host-name r1;
    root-authentication {
        encrypted-password "$6$saltsalt$hash"; ## SECRET-DATA
    }
}
`

/** Returns a Junos router with one version of its configuration; platform, tenant and device allow restores. */
export async function createRestorableVersion(
  service: TestService,
  customer: { id: string },
  {
    text = wholeConfiguration,
    device: fields,
    ...version
  }: { text?: string; device?: Partial<Device> } & TextFields = {},
): Promise<{ device: Device; version: Version }> {
  const admin = await service.as('platform_admin')
  for (const level of ['platform?', `customer?tenant=${customer.id}`]) {
    must(await admin.put(`/api/restore/policy/${level}`, { restore_policy: 'allow' }), 200)
  }
  const tenant = await createScene(service.dependencies, customer)
  const device = await tenant.hasDevice({ platform: 'routeco_junos', hasHistory: true, ...fields })
  return { device, version: await tenant.hasText(device, text, { key: 'configuration-conf', ...version }) }
}

/** Returns a restore whose commit waits for its confirmation, with ten minutes left. */
export async function createPendingCommit(service: TestService, customer: { id: string }): Promise<Job> {
  const { device, version } = await createRestorableVersion(service, customer)
  const { inTransaction } = await createScene(service.dependencies, customer)
  const confirmUntil = new Date(service.dependencies.now().getTime() + 10 * 60_000)
  return inTransaction(({ trx, now, tenantId }) =>
    Job.query(trx)
      .insert({
        id: randomUUIDv7(),
        tenantId,
        deviceId: device.id,
        kind: 'restore',
        trigger: 'manual',
        requestedBy: 'somebody',
        status: 'awaiting_confirmation',
        queuedAt: now,
        notBefore: now,
        startedAt: now,
        attempts: 1,
        versionId: version.id,
        confirmMinutes: 10,
        confirmUntil,
        heldUntil: confirmUntil,
      })
      .returning('*')
      .execute(),
  )
}
