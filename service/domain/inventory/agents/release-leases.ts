import type { SystemContext } from '../../kernel/context.ts'

/**
 * Ends all leases of an agent. Injected by the job queue.
 * @param worker `ended`: the agent's process ended. `unreachable`: it may still run.
 */
export type ReleaseLeases = (
  context: SystemContext,
  tenantId: string,
  agentId: string,
  worker: 'ended' | 'unreachable',
) => Promise<void>
