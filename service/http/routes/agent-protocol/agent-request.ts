import { defaultIntervals, type Intervals } from '../../../../shared/agent-protocol/intervals.ts'
import type { LeaseClaim } from '../../../domain/jobs/lease-state.ts'
import type { RunInTransaction } from '../../../domain/kernel/context.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'
import { agentOf, scopedToAgent } from '../../agent-exchange.ts'

type AgentRequest = Parameters<typeof scopedToAgent>[1]

/** Returns the lease under which the calling agent works on the job of the path, as its request names it. */
export function leaseClaim(req: AgentRequest & { params: { job_id: string }; body: { lease_id: string } }): LeaseClaim {
  return { agentId: agentOf(req).agentId, jobId: req.params.job_id, leaseId: req.body.lease_id }
}

export function tenantKeys(dependencies: Dependencies, req: AgentRequest): Promise<TenantKeys> {
  return dependencies.keys.of(agentOf(req).tenantId)
}

/** Returns a function that runs each action in a transaction of its own, in the scope of the calling agent's tenant. */
export function runInAgentScope(dependencies: Dependencies, req: AgentRequest): RunInTransaction {
  return (work) => scopedToAgent(dependencies, req, work)
}

export function agentIntervals({ intervals = defaultIntervals }: Dependencies): Intervals {
  return intervals
}
