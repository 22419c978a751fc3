import type { SystemContext } from '../context.ts'
import { message } from '../../../../shared/messages/message.ts'
import { type MaintenanceTask, recordRun } from './record-run.ts'

/** Records a run of a per-tenant task if there are no tenants to record one for. */
export async function recordNoTenants(context: SystemContext, kind: MaintenanceTask['kind']): Promise<void> {
  const reason = message('no_tenant')
  await recordRun(context, { tenantId: null, kind, startedAt: context.now, outcome: 'nothing', reason })
}
