import type { components } from '../../shared/contract/api-types.ts'
import type { NewBlackout } from '../domain/inventory/rules/set-blackouts.ts'

/** Converts a blackout of the API to the domain type. */
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
