import type { Download, ServiceState } from '../../../bridge.ts'
import type { Appearance } from '../../ui/states.ts'

export const stageAppearance: Record<ServiceState['stage'], Appearance> = {
  stopped: { tone: 'quiet', icon: 'paused' },
  starting: { tone: 'info', icon: 'waiting' },
  running: { tone: 'good', icon: 'done' },
  stopping: { tone: 'info', icon: 'waiting' },
  failed: { tone: 'bad', icon: 'failed' },
}

export const downloadAppearance: Record<Download['stage'], Appearance> = {
  running: { tone: 'info', icon: 'download' },
  done: { tone: 'good', icon: 'done' },
  cancelled: { tone: 'quiet', icon: 'blocked' },
  failed: { tone: 'bad', icon: 'failed' },
}
