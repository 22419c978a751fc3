import { Pack } from '../../store/models/pack.ts'
import type { TenantContext } from '../kernel/context.ts'
import { type LeaseClaim, leasedJob } from './lease-state.ts'

/** Those of these packs that were announced for this job by this agent, by id. @throws DomainError 409 `lease_lost` */
export async function ownPacks(context: TenantContext, claim: LeaseClaim, ids: string[]): Promise<Map<string, Pack>> {
  await leasedJob(context, claim)
  const { jobId, agentId } = claim
  const own = await Pack.query(context.trx).findByIds(ids).where({ tenantId: context.tenantId, jobId, agentId })
  return new Map(own.map((pack) => [pack.id, pack]))
}
