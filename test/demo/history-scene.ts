import type { TestService } from '../support/service.ts'
import type { Lab } from './lab.ts'
import type { TenantSlug } from './lab-device.ts'
import type { Nights } from './nights.ts'
import type { Desk } from './people.ts'

/** An agent, and where it keeps its state. */
export interface MadeAgent {
  id: string
  slug: string
  customer: TenantSlug
  stateDir: string
}

/** What was made, by the names that people use. */
export interface Made {
  /** Slug to id. */
  customers: Record<TenantSlug, string>
  agents: MadeAgent[]
  /** Name to id. */
  devices: Record<string, string>
}

/** What those who act in the history have at hand. */
export interface Scene extends Made {
  service: TestService
  lab: Lab
  nights: Nights
  desk: Desk
  /** The devices' own clock goes with the service's. */
  walk(ms: number): void
  /** When the last one begins. */
  lastNight: Date
  /** Does what waits: agents and cloud. */
  round(): Promise<void>
  /** The same, and once more what is tried again after a while. */
  work(): Promise<void>
}
