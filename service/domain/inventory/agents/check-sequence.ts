import type { Agent } from '../../../store/models/agent.ts'

/**
 * `lost_answer`: a number before, because the answers that gave the later ones never arrived. `cleared`: an operator
 * has vouched for the agent that was refused with this number. `cloned`: another process has used this number already.
 * `rewound`: the service does not remember having given it, as after a restored database.
 */
export type SequenceDecision = 'expected' | 'lost_answer' | 'cleared' | 'cloned' | 'rewound'

/**
 * Judges the number with which an agent opens a session. Answers may be lost more than once, when a process dies before
 * it has its own: as long as no session after the sent number ever spoke, nobody can have used a later one.
 * @param silent how many of the numbers after the sent one were given to sessions that never spoke
 */
export function checkSequence(
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
