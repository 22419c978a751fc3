import type { Intervals } from '../../../shared/agent-protocol/intervals.ts'
import type { Platform } from '../../../shared/platforms/platform.ts'

/** Which of the deadlines a job has: reading texts is short, a tree may take hours. A test stops before either. */
export function deadlineKind(kind: 'backup' | 'test', platform: Platform): keyof Intervals['deadlines_ms'] {
  const readsTrees = Object.values(platform.artifacts).some((artifact) => artifact.kind === 'blob')
  return kind === 'backup' && readsTrees ? 'tree' : 'text'
}
