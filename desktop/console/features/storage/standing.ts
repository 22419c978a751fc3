import type { components } from '../../../../shared/contract/api-types.ts'
import type { IconName } from '../../ui/icons.ts'
import type { Tone } from '../../ui/states.ts'

type Compliance = components['schemas']['StorageCompliance']
type Look = { tone: Tone; icon: IconName }

/** Appearance of the integrity states of content and keys. */
export const standingLooks: Record<Compliance['standing'], Look> = {
  kept: { tone: 'good', icon: 'done' },
  behind: { tone: 'warn', icon: 'clock' },
  damaged: { tone: 'bad', icon: 'alarm' },
  destroyed: { tone: 'quiet', icon: 'gone' },
}

export const keyLooks: Record<Compliance['keys']['state'], Look> = {
  good: { tone: 'good', icon: 'done' },
  damaged: { tone: 'bad', icon: 'alarm' },
  unchecked: { tone: 'quiet', icon: 'waiting' },
  destroyed: { tone: 'quiet', icon: 'gone' },
}
