import type { Intervals } from '../../../shared/agent-protocol/intervals.ts'
import { changesDevice } from '../../../shared/agent-protocol/restore-kinds.ts'
import type { Platform } from '../../../shared/platforms/platform.ts'
import type { Device } from '../../store/models/device.ts'
import type { Job } from '../../store/models/job.ts'

/**
 * Which of the deadlines a job has: reading texts is short, a tree may take hours, as a large network of a cloud that
 * answers a few requests a second; texts of which one may take half an hour are given an archive's time, a commit minutes.
 */
export function deadlineKind(kind: Job['kind'], platform: Platform): keyof Intervals['deadlines_ms'] {
  if (changesDevice({ kind })) return 'restore'
  const readsTrees = Object.values(platform.artifacts).some((artifact) => artifact.kind === 'blob')
  const isSlow = readsTrees || platform.reachedBy === 'service'
  if (kind !== 'backup') return 'text'
  return isSlow ? 'tree' : hasLongTexts(platform) ? 'archive' : 'text'
}

/** One answer may take longer than all the texts of another platform: firewalls write megabytes slowly. */
function hasLongTexts({ ssh, api }: Platform): boolean {
  return [ssh, api].some((path) => path && 'limits' in path && path.limits.totalMs > longAnswerMs)
}

/**
 * How long a job may take, in milliseconds. For a tree the option `deadline_hours` of its device goes before the interval.
 */
export function deadlineMs(
  kind: Job['kind'],
  platform: Platform,
  { options }: Pick<Device, 'options'>,
  { deadlines_ms: deadlines }: Pick<Intervals, 'deadlines_ms'>,
): number {
  const which = deadlineKind(kind, platform)
  const hours = which === 'tree' ? options['deadline_hours'] : undefined
  return typeof hours === 'number' ? hours * 3_600_000 : deadlines[which]
}

const longAnswerMs = 600_000
