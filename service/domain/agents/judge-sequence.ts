import type { Agent } from '../../store/models/agent.ts'

/**
 * `lost_answer`: the number before, because the answer that gave the present one never arrived. `cleared`: an operator
 * has vouched for the agent that was refused with this number. `cloned`: another process has used this number already.
 * `rewound`: the service does not remember having given it, as after a restored database.
 */
export type SequenceVerdict = 'expected' | 'lost_answer' | 'cleared' | 'cloned' | 'rewound'

/**
 * Judges the number with which an agent opens a session.
 * @param latest whether the session that got the present number ever spoke; null when there is none
 */
export function judgeSequence(
  agent: Pick<Agent, 'sequence' | 'clonedAt' | 'rewoundAt' | 'refusedSequence'>,
  sent: number,
  latest: { spoke: boolean } | null,
): SequenceVerdict {
  if (sent === agent.sequence) return 'expected'
  const isCleared = agent.clonedAt === null && agent.rewoundAt === null
  if (isCleared && sent === agent.refusedSequence) return 'cleared'
  if (sent > agent.sequence) return 'rewound'
  return sent === agent.sequence - 1 && latest?.spoke === false ? 'lost_answer' : 'cloned'
}
