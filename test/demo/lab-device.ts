import type { Answerer } from '../support/https-device.ts'
import type { SshServed } from '../support/ssh-simulator.ts'
import type { SystemContext } from './story.ts'

export type TenantSlug = 'harbour-logistics' | 'northwind-clinics'

/** Which of its customer's credentials a device is reached with. */
export type Login = 'network' | 'api'

/** What a device is like in a night: not there, refusing the login, replaced by one with another host key, or silent once somebody is in. */
export type Mood = 'well' | 'away' | 'refusing' | 'replaced' | 'silent'

/** What a device speaks at one moment. */
export type Served = SshServed | { answer: Answerer }

/** A device of the demonstration: how the inventory has it, and how it is played. */
export interface LabDevice {
  customer: TenantSlug
  name: string
  platform: string
  site: string
  tags: string[]
  path: 'ssh' | 'api'
  login: Login
  options?: Record<string, unknown>
  /** Of its customer; `lab` where it is absent. */
  agent?: string
  /** Beside what all have. */
  fields?: { schedule?: string; staleness_hours?: number; retry_attempts?: number }
  mood?: (ago: number) => Mood
  serve(moment: SystemContext): Served
}
