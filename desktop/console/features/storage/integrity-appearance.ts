import type { components } from '../../../../shared/contract/api-types.ts'
import type { Appearance } from '../../ui/states.ts'

type Compliance = components['schemas']['StorageCompliance']

/** Appearance of the integrity states of content and keys. */
export const integrityAppearance: Record<Compliance['standing'], Appearance> = {
  kept: { tone: 'good', icon: 'done' },
  behind: { tone: 'warn', icon: 'clock' },
  damaged: { tone: 'bad', icon: 'alarm' },
  destroyed: { tone: 'quiet', icon: 'gone' },
}

export const keyAppearance: Record<Compliance['keys']['state'], Appearance> = {
  good: { tone: 'good', icon: 'done' },
  damaged: { tone: 'bad', icon: 'alarm' },
  unchecked: { tone: 'quiet', icon: 'waiting' },
  destroyed: { tone: 'quiet', icon: 'gone' },
}
