import type { SystemContext } from '../context.ts'
import { message } from '../../../../shared/messages/message.ts'
import { type PolicyDuty, recordRun } from './record-run.ts'

/** The run of a duty that leaves one for each customer, where there is none to leave one for. */
export async function recordNoTenants(context: SystemContext, kind: PolicyDuty['kind']): Promise<void> {
  const reason = message('no_tenant')
  await recordRun(context, { tenantId: null, kind, startedAt: context.now, outcome: 'nothing', reason })
}
