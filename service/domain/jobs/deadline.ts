import type { Intervals } from '../../../shared/agent-protocol/intervals.ts'
import { changesDevice } from '../../../shared/agent-protocol/restore-kinds.ts'
import type { Platform } from '../../../shared/platforms/platform.ts'
import type { Device } from '../../store/models/device.ts'
import type { Job } from '../../store/models/job.ts'

/**
 * Returns which deadline applies to a job. Texts take minutes, but a file tree or a large cloud network may take hours.
 * A text whose single response may take half an hour has the deadline of archives. So has a dry run, which may read
 * such texts twice, and a backup with extra commands, which must not take the time of the configuration.
 */
export function deadlineKind(kind: Job['kind'], platform: Platform): keyof Intervals['deadlines_ms'] {
  if (changesDevice({ kind })) return 'restore'
  const readsTrees = Object.values(platform.artifacts).some((artifact) => artifact.kind === 'blob')
  const isSlow = readsTrees || platform.reachedBy === 'service'
  if (kind === 'dry_run') return 'archive'
  if (kind !== 'backup') return 'text'
  return isSlow ? 'tree' : hasLongTexts(platform) || hasExtraCommands(platform) ? 'archive' : 'text'
}

/** A single response may take longer than all texts of another platform: firewalls write megabytes slowly. */
function hasLongTexts({ ssh, api }: Platform): boolean {
  return [ssh, api].some((path) => path && 'limits' in path && path.limits.totalMs > longAnswerMs)
}

function hasExtraCommands({ artifacts }: Platform): boolean {
  return Object.values(artifacts).some(({ isExtra }) => isExtra)
}

/**
 * Returns the deadline of a job in milliseconds. The device's option `deadline_hours` replaces the default for a tree.
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
