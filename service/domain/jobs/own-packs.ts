import { Pack } from '../../store/models/pack.ts'
import type { TenantCall } from '../call.ts'
import { type LeaseClaim, leasedJob } from './lease-standing.ts'

/** Which of these packs were announced for this job by this agent. @throws Refusal 409 `lease_lost` */
export async function ownPacks(call: TenantCall, claim: LeaseClaim, ids: string[]): Promise<Set<string>> {
  await leasedJob(call, claim)
  const { jobId, agentId } = claim
  const own = await Pack.query(call.trx).findByIds(ids).where({ tenantId: call.tenantId, jobId, agentId }).select('id')
  return new Set(own.map((pack) => pack.id))
}
