import type { MessageGroup } from '../parameters.ts'

/** What is to do about an agent. */
export const agents = {
  agent_gets_no_jobs: { protocol: 'count', service_protocols: 'texts', update: 'word', agent_version: 'text' },
} as const satisfies MessageGroup
