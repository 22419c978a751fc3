import type { components } from '../../shared/contract/api-types.ts'
import type { NewBlackout } from '../domain/policies/blackouts/set-blackouts.ts'

/** Converts a blackout of the API to the domain type. */
export function newBlackout(input: components['schemas']['NewBlackout']): NewBlackout {
  return {
    name: input.name,
    days: input.days ?? null,
    fromTime: input.from ?? null,
    toTime: input.to ?? null,
    startsAt: input.starts_at === undefined ? null : new Date(input.starts_at),
    endsAt: input.ends_at === undefined ? null : new Date(input.ends_at),
  }
}
