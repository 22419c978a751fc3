import type { MessageGroup } from '../parameters.ts'

/** Why the service rejected what came in the name of an agent, in audit records. */
export const auditReasons = {
  agent_answer_altered: {},
  agent_enrolment_not_signed: {},
  agent_request_not_signed: {},
  agent_request_repeated: {},
  enrolment_token_expired: {},
  enrolment_token_reused: {},
} as const satisfies MessageGroup
