import type { Agent } from '../../../store/models/agent.ts'

/**
 * `lost_answer`: an earlier number, because the responses with the later ones were lost. `cleared`: an administrator
 * cleared the agent that was rejected with this number. `cloned`: another process has used this number. `rewound`: the
 * service has no record of this number, for example because an older database was restored.
 */
export type SequenceDecision = 'expected' | 'lost_answer' | 'cleared' | 'cloned' | 'rewound'

/**
 * Evaluates the number with which an agent opens a session. Several responses may be lost if a process dies before it
 * receives them. If no session after the sent number made a request, no other process used a later number.
 * @param silent how many of the numbers after the sent one belong to sessions without requests
 */
export function detectClone(
  agent: Pick<Agent, 'sequence' | 'clonedAt' | 'rewoundAt' | 'refusedSequence'>,
  sent: number,
  silent: number,
): SequenceDecision {
  if (sent === agent.sequence) return 'expected'
  const isCleared = agent.clonedAt === null && agent.rewoundAt === null
  if (isCleared && sent === agent.refusedSequence) return 'cleared'
  if (sent > agent.sequence) return 'rewound'
  return silent === agent.sequence - sent ? 'lost_answer' : 'cloned'
}
