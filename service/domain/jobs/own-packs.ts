import { Pack } from '../../store/models/pack.ts'
import { readRows } from '../../store/read-rows.ts'
import type { TenantContext } from '../kernel/context.ts'
import { type LeaseClaim, leaseLost, leasedJobs } from './lease-state.ts'

/** The packs that one job confirms, by their ids. */
export interface GivenPacks {
  claim: LeaseClaim
  ids: readonly string[]
}

/**
 * Returns those of these packs that were announced for each job by its agent, by id, in order; `lease_lost` for a job that
 * is no longer the agent's.
 */
export async function ownPacks(
  context: TenantContext,
  given: readonly GivenPacks[],
): Promise<PromiseSettledResult<Map<string, Pack>>[]> {
  const jobs = await leasedJobs(
    context,
    given.map(({ claim }) => claim),
  )
  const sql = 'select * from packs where tenant_id = ? and id = any(?::uuid[])'
  const packs = await readRows(context.trx, Pack, sql, [context.tenantId, given.flatMap(({ ids }) => ids)])
  const known = new Map(packs.map((pack) => [pack.id, pack]))
  return given.map(({ claim, ids }, at) => {
    if (!jobs[at]) return { status: 'rejected', reason: leaseLost() }
    const own = ids.flatMap((id) => known.get(id) ?? []).filter((pack) => isOf(pack, claim))
    return { status: 'fulfilled', value: new Map(own.map((pack) => [pack.id, pack])) }
  })
}

function isOf({ jobId, agentId }: Pack, claim: LeaseClaim): boolean {
  return jobId === claim.jobId && agentId === claim.agentId
}
