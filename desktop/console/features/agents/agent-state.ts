import type { components } from '../../../../shared/contract/api-types.ts'
import { messageText } from '../../language/messages.ts'

export type Agent = components['schemas']['Agent']
export type AgentEvent = components['schemas']['Event']

/** What is wrong with an agent, the gravest first. An offline one may be asleep; the others wait for somebody. */
export const troubles = ['cloned', 'rewound', 'outdated', 'lab', 'offline', 'pending', 'revoked'] as const
export type Trouble = (typeof troubles)[number]

export function troublesOf({ status, outdated, lab_mode: lab }: Agent): Trouble[] {
  const has: Record<Trouble, boolean> = {
    cloned: status === 'cloned',
    rewound: status === 'rewound',
    outdated: outdated !== null && status !== 'revoked',
    lab: lab && status !== 'revoked',
    offline: status === 'offline',
    pending: status === 'pending',
    revoked: status === 'revoked',
  }
  return troubles.filter((trouble) => has[trouble])
}

/** Returns why an agent gets no jobs, in the language of the console; '' where it does. */
export function outdatedText({ outdated, outdated_message: message }: Agent): string {
  return messageText(message ?? {}) ?? outdated ?? ''
}

/** `expired`: nobody used the token in its time. */
export type EnrolmentStanding = 'waiting' | 'enrolled' | 'there' | 'expired'

/**
 * How far an enrolment has come.
 * @param before the agent when its token was made
 * @param isOver the token's time is over: of no meaning once it was used
 */
export function enrolmentStanding(before: Agent, now: Agent, isOver: boolean): EnrolmentStanding {
  if (hasEnrolled(before, now)) return 'there'
  if (now.enrolled_at !== before.enrolled_at) return 'enrolled'
  return isOver ? 'expired' : 'waiting'
}

/** Whether this agent came in with a token that was made when it was as `before`. */
function hasEnrolled(before: Agent, now: Agent): boolean {
  return now.status === 'online' && now.enrolled_at !== null && now.enrolled_at !== before.enrolled_at
}
