import type { LiveEvent } from '../../client/follow-events.ts'
import type { IconName } from '../../ui/icons.ts'
import type { Tone } from '../../ui/states.ts'

export const severityLooks: Record<LiveEvent['severity'], { tone: Tone; icon: IconName }> = {
  info: { tone: 'quiet', icon: 'info' },
  warning: { tone: 'warn', icon: 'alarm' },
  critical: { tone: 'bad', icon: 'failed' },
}
