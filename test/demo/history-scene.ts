import type { TestService } from '../support/service.ts'
import type { Lab } from './lab.ts'
import type { TenantSlug } from './lab-device.ts'
import type { Nights } from './nights.ts'
import type { Desk } from './people.ts'

/** An agent and the folder of its state. */
export interface MadeAgent {
  id: string
  slug: string
  customer: TenantSlug
  stateDir: string
}

/** The created objects, by name. */
export interface Made {
  /** Slug to id. */
  customers: Record<TenantSlug, string>
  agents: MadeAgent[]
  /** Name to id. */
  devices: Record<string, string>
}

/** The context of actions in the history. */
export interface Scene extends Made {
  service: TestService
  lab: Lab
  nights: Nights
  desk: Desk
  /** Advances the service's clock and the devices' own. */
  walk(ms: number): void
  /** When the last night starts. */
  lastNight: Date
  /** Runs pending jobs of agents and cloud. */
  round(): Promise<void>
  /** As `round`, and then runs the retries. */
  work(): Promise<void>
}
