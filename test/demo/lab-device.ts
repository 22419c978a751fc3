import type { Answerer } from '../support/https-device.ts'
import type { SshServed } from '../support/ssh-simulator.ts'
import type { SystemContext } from './story.ts'

export type TenantSlug = 'harbour-logistics' | 'northwind-clinics'

/** Which of its tenant's credentials a device uses. */
export type Login = 'network' | 'api'

/**
 * The state of a device in a night: unreachable, refusing the login, replaced by one with another host key, or silent
 * after the login.
 */
export type Mood = 'well' | 'away' | 'refusing' | 'replaced' | 'silent'

/** The protocol that a device serves at one time. */
export type Served = SshServed | { answer: Answerer }

/** A device of the demonstration: its inventory entry and its simulation. */
export interface LabDevice {
  customer: TenantSlug
  name: string
  platform: string
  site: string
  tags: string[]
  path: 'ssh' | 'api'
  login: Login
  options?: Record<string, unknown>
  /** Its tenant's agent; default: `lab`. */
  agent?: string
  /** Additional fields. */
  fields?: { schedule?: string; staleness_hours?: number; retry_attempts?: number }
  mood?: (ago: number) => Mood
  serve(moment: SystemContext): Served
}
