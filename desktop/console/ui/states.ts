import type { components } from '../../../shared/contract/api-types.ts'
import type { IconName } from './icons.ts'

type Schemas = components['schemas']
export type Tone = 'good' | 'info' | 'warn' | 'bad' | 'quiet'

export interface Appearance {
  tone: Tone
  icon: IconName
}

/** Appearance of states: a tone and an icon besides the label, never only a colour. */
export const appearances = {
  deviceState: {
    changed: { tone: 'info', icon: 'change' },
    unchanged: { tone: 'good', icon: 'done' },
    partial: { tone: 'warn', icon: 'partial' },
    failed: { tone: 'bad', icon: 'failed' },
    stale: { tone: 'warn', icon: 'clock' },
    blocked: { tone: 'bad', icon: 'blocked' },
    never: { tone: 'quiet', icon: 'never' },
    disabled: { tone: 'quiet', icon: 'paused' },
    decommissioned: { tone: 'quiet', icon: 'gone' },
  } satisfies Record<Schemas['DeviceState'], Appearance>,
  runStatus: {
    queued: { tone: 'quiet', icon: 'waiting' },
    running: { tone: 'info', icon: 'run' },
    retrying: { tone: 'warn', icon: 'refresh' },
    succeeded: { tone: 'good', icon: 'done' },
    unchanged: { tone: 'good', icon: 'same' },
    partial: { tone: 'warn', icon: 'partial' },
    blocked: { tone: 'bad', icon: 'blocked' },
    failed: { tone: 'bad', icon: 'failed' },
    cancelled: { tone: 'quiet', icon: 'never' },
    awaiting_confirmation: { tone: 'warn', icon: 'waiting' },
    reverted: { tone: 'warn', icon: 'restore' },
    unknown: { tone: 'bad', icon: 'alarm' },
  } satisfies Record<Schemas['RunStatus'], Appearance>,
  agentStatus: {
    pending: { tone: 'quiet', icon: 'waiting' },
    online: { tone: 'good', icon: 'done' },
    offline: { tone: 'bad', icon: 'failed' },
    cloned: { tone: 'bad', icon: 'alarm' },
    rewound: { tone: 'bad', icon: 'alarm' },
    revoked: { tone: 'quiet', icon: 'blocked' },
  } satisfies Record<Schemas['AgentStatus'], Appearance>,
}
