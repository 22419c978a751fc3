import type { MessageGroup } from '../parameters.ts'

/** Why a queued run cannot start. The API has each code without `waiting_`. */
export const waiting = {
  waiting_agent_not_enrolled: {},
  waiting_agent_offline: {},
  waiting_no_agent: {},
  waiting_platform_unsupported: { platform: 'text' },
} as const satisfies MessageGroup
