import type { SystemContext } from '../../kernel/context.ts'

/**
 * Ends every lease of an agent; the job queue supplies it.
 * @param worker `ended`: the agent's process ended. `unheard`: it may still be working.
 */
export type ReleaseLeases = (
  context: SystemContext,
  tenantId: string,
  agentId: string,
  worker: 'ended' | 'unheard',
) => Promise<void>
