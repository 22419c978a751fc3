import type { components } from '../../../../shared/contract/api-types.ts'
import { messageText } from '../../language/service-messages.ts'

export type Agent = components['schemas']['Agent']
export type ListenerProtocol = components['schemas']['ListenerProtocol']

/** In the order of the form. */
export const listenerProtocols: readonly ListenerProtocol[] = ['syslog_udp', 'syslog_tcp', 'syslog_tls', 'snmp_trap']

export type AgentEvent = components['schemas']['Event']

/** Problems of an agent, the most severe first. An offline one may be switched off; the others need attention. */
export const troubles = ['cloned', 'rewound', 'outdated', 'lab', 'offline', 'pending', 'revoked'] as const
export type Trouble = (typeof troubles)[number]

export function troublesOf({ status, outdated, lab_mode: lab, local }: Agent): Trouble[] {
  const has: Record<Trouble, boolean> = {
    cloned: status === 'cloned',
    rewound: status === 'rewound',
    outdated: outdated !== null && status !== 'revoked',
    lab: lab && status !== 'revoked',
    offline: status === 'offline',
    pending: status === 'pending' && !local, // a local agent enrols automatically
    revoked: status === 'revoked',
  }
  return troubles.filter((trouble) => has[trouble])
}

/** Returns why an agent gets no jobs, in the language of the console; '' if it does. */
export function outdatedText({ outdated, outdated_message: message }: Agent): string {
  return messageText(message ?? {}) ?? outdated ?? ''
}

/** `expired`: the token was not used in time. */
export type EnrolmentState = 'waiting' | 'enrolled' | 'there' | 'expired'

/**
 * Returns the progress of an enrolment.
 * @param before the agent when its token was created
 * @param isOver whether the token has expired; ignored once it was used
 */
export function enrolmentState(before: Agent, now: Agent, isOver: boolean): EnrolmentState {
  if (hasEnrolled(before, now)) return 'there'
  if (now.enrolled_at !== before.enrolled_at) return 'enrolled'
  return isOver ? 'expired' : 'waiting'
}

/** Returns whether the agent enrolled with the token that was created when it was as `before`. */
function hasEnrolled(before: Agent, now: Agent): boolean {
  return now.status === 'online' && now.enrolled_at !== null && now.enrolled_at !== before.enrolled_at
}
