import { Agent } from '../../../store/models/agent.ts'
import { Device } from '../../../store/models/device.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext, TenantContext } from '../../kernel/context.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'

/**
 * Deletes a revoked agent. Rejects the only agent of a device: a device without agents may be collected by any agent of
 * the tenant, which would receive its credentials.
 * @throws DomainError not_found, agent_not_revoked, agent_needed
 */
export async function deleteAgent(context: TenantContext, id: string): Promise<void> {
  const agent = await Agent.query(context.trx).findById(id).forUpdate()
  if (!agent) throw notFound()
  if (!agent.revokedAt) throw new DomainError('agent_not_revoked')
  const left = await listDevicesOfOnly(context, agent)
  if (left.length > 0) {
    const complete = left.length > maxNamed ? 'no' : 'yes'
    throw new DomainError('agent_needed', { devices: left.slice(0, maxNamed), complete })
  }
  await Agent.query(context.trx).deleteById(id)
  await recordAudit(context, 'agent.delete', {
    kind: 'agent',
    id: agent.id,
    tenantId: agent.tenantId,
    detail: { slug: agent.slug },
  })
}

/** Maximum number of device names in an error. */
const maxNamed = 10

/**
 * Returns the names of devices that no other agent may collect, at most `maxNamed`. Purged devices are not included:
 * they are never collected again.
 */
async function listDevicesOfOnly({ trx }: ActionContext, { tenantId, id }: Agent): Promise<string[]> {
  const devices = await Device.query(trx)
    .where({ tenantId })
    .whereNull('purgedAt')
    .whereRaw('id in (select device_id from device_agents where tenant_id = ? and agent_id = ?)', [tenantId, id])
    .whereRaw(
      `not exists (select from device_agents other
         where other.tenant_id = devices.tenant_id and other.device_id = devices.id and other.agent_id <> ?)`,
      [id],
    )
    .orderBy('name')
    .limit(maxNamed + 1)
    .select('name')
  return devices.map(({ name }) => name)
}
