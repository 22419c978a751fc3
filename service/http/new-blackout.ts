import type { components } from '../../shared/contract/api-types.ts'
import type { NewBlackout } from '../domain/inventory/rules/set-blackouts.ts'

/** A blackout as the API is told of it, in our own words. */
export function newBlackout(said: components['schemas']['NewBlackout']): NewBlackout {
  return {
    name: said.name,
    days: said.days ?? null,
    fromTime: said.from ?? null,
    toTime: said.to ?? null,
    startsAt: said.starts_at === undefined ? null : new Date(said.starts_at),
    endsAt: said.ends_at === undefined ? null : new Date(said.ends_at),
  }
}
