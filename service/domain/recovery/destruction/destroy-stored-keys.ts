import { changesDevice } from '../../../../shared/agent-protocol/restore-kinds.ts'
import { AgentSession } from '../../../store/models/agent-session.ts'
import { Agent } from '../../../store/models/agent.ts'
import { Credential } from '../../../store/models/credential.ts'
import { Device } from '../../../store/models/device.ts'
import { EnrollmentToken } from '../../../store/models/enrollment-token.ts'
import { Job } from '../../../store/models/job.ts'
import { PlatformDocumentTestRow } from '../../../store/models/platform-document-test.ts'
import { TenantKey } from '../../../store/models/tenant-key.ts'
import { sendSignal } from '../../../store/pg-notify.ts'
import { eraseFacts } from '../../inventory/facts/erase-facts.ts'
import { endJob } from '../../jobs/end-job.ts'
import type { JobContext, JobEnd } from '../../jobs/job-kind.ts'
import { agentRevocation, recordRevocations } from '../../inventory/revocations/record-revocations.ts'
import { noNextRun } from '../../policies/schedules/next-run.ts'

/** What was erased with a tenant's keys. */
export interface ErasedKeys {
  generation: number
  runsCancelled: number
  agentsRevoked: number
  credentialsErased: number
  devicesDisabled: number
  /** Names of devices with a running restore or an open confirmation window. */
  changingDevices: string[]
}

const noBytes = Buffer.alloc(0)

/** A running restore may have been committed on the device; its result will never be reported. */
function endOf(job: Job): JobEnd {
  const mayHaveChanged = job.status === 'running' && changesDevice(job)
  return mayHaveChanged ? { status: 'unknown', errorCode: 'restore_unknown' } : { status: 'cancelled' }
}

/**
 * Deletes a tenant's keys from the database and disables what depends on them. Secrets of credentials and of
 * SNMP users are deleted, facts of devices and tests of platform documents are erased, agents are revoked, and schedules are removed. Queued and running runs are cancelled; the result of a running restore
 * stays unknown. All replicas drop the keys when the transaction commits.
 * @returns null if the keys are already gone
 */
export async function destroyStoredKeys(context: JobContext, tenantId: string): Promise<ErasedKeys | null> {
  const { trx, now } = context
  // Lock the key first: concurrent inserts under it are then visible below, and later ones fail.
  const key = await TenantKey.query(trx).findById(tenantId).forUpdate()
  if (!key || key.destroyedAt) return null
  const pending = await Job.query(trx)
    .where({ tenantId })
    .whereIn('status', ['queued', 'retrying', 'running'])
    .orderBy('id')
    .forUpdate() // lock order: jobs before agents and devices
  const changing = await Job.query(trx)
    .where({ tenantId, kind: 'restore' })
    .whereIn('status', ['running', 'awaiting_confirmation'])
    .select('deviceId')
  const changed = await Device.query(trx)
    .findByIds(changing.map(({ deviceId }) => deviceId))
    .orderBy('name')
  for (const job of pending) await endJob(context, job, job.leaseId, endOf(job))
  const agents = await Agent.query(trx)
    .where({ tenantId })
    .whereNull('revokedAt')
    .patch({ revokedAt: now, updatedAt: now })
    .returning('*')
  await AgentSession.query(trx).where({ tenantId }).whereNull('endedAt').patch({ endedAt: now })
  await EnrollmentToken.query(trx).where({ tenantId }).whereNull('spentAt').patch({ voidedAt: now })
  for (const { id } of agents) await sendSignal(trx, 'agents', id)
  await recordRevocations(context, agents.map(agentRevocation))
  const credentialsErased = await Credential.query(trx)
    .where({ tenantId })
    .patch({ secrets: noBytes, secretsSet: [], updatedAt: now })
  await Agent.query(trx).where({ tenantId }).whereNotNull('snmpPasswords').patch({ snmpUsers: [], snmpPasswords: null })
  const devicesDisabled = await Device.query(trx)
    .where({ tenantId, enabled: true })
    .patch({ enabled: false, ...noNextRun, updatedAt: now })
  await eraseFacts(trx, { tenantId })
  await PlatformDocumentTestRow.query(trx).where({ tenantId }).delete()
  await trx('fact_scans').where({ tenant_id: tenantId }).delete()
  await TenantKey.query(trx).findById(tenantId).patch({ bundle: noBytes, destroyedAt: now })
  await sendSignal(trx, 'keys', tenantId)
  return {
    generation: key.generation,
    runsCancelled: pending.length,
    agentsRevoked: agents.length,
    credentialsErased,
    devicesDisabled,
    changingDevices: changed.map(({ name }) => name),
  }
}
