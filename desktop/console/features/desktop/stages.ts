import type { Download, ServiceState } from '../../../bridge.ts'
import type { IconName } from '../../ui/icons.ts'
import type { Tone } from '../../ui/states.ts'

interface Look {
  tone: Tone
  icon: IconName
}

export const stageTones: Record<ServiceState['stage'], Look> = {
  stopped: { tone: 'quiet', icon: 'paused' },
  starting: { tone: 'info', icon: 'waiting' },
  running: { tone: 'good', icon: 'done' },
  stopping: { tone: 'info', icon: 'waiting' },
  failed: { tone: 'bad', icon: 'failed' },
}

export const downloadTones: Record<Download['stage'], Look> = {
  running: { tone: 'info', icon: 'download' },
  done: { tone: 'good', icon: 'done' },
  cancelled: { tone: 'quiet', icon: 'blocked' },
  failed: { tone: 'bad', icon: 'failed' },
}
