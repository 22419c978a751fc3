import type { components } from '../../../shared/contract/api-types.ts'
import { type BlackoutTarget, digestOf, levelOf } from '../../domain/policies/blackouts/blackout-level.ts'
import type { EffectiveBlackouts } from '../../domain/policies/blackouts/effective-blackouts.ts'
import type { ListedBlackout } from '../../domain/policies/blackouts/list-blackouts.ts'
import type { NewBlackout } from '../../domain/policies/blackouts/set-blackouts.ts'
import type { PlannedWeek } from '../../domain/policies/blackouts/plan-week.ts'
import type { Blackout } from '../../store/models/blackout.ts'

type Schemas = components['schemas']

export function presentLevelBlackouts(
  { level, tenant, site, device }: BlackoutTarget,
  blackouts: Blackout[],
): Schemas['LevelBlackouts'] {
  const whose = { tenant_id: tenant?.id ?? null, site, device_id: device?.id ?? null }
  return { level, ...whose, blackouts: blackouts.map(presentBlackout), digest: digestOf(blackouts) }
}

export function presentEffectiveBlackouts(effective: EffectiveBlackouts): Schemas['EffectiveBlackouts'] {
  const { device, blackouts, hold, next } = effective
  return {
    device_id: device.id,
    blackouts: blackouts.map(presentBlackout),
    held_now: hold !== null,
    held_by: hold && presentBlackout(hold.by),
    ends_at: hold?.until.toISOString() ?? null,
    next_occurrence_at: device.nextOccurrenceAt?.toISOString() ?? null,
    next_start_at: next?.start.toISOString() ?? null,
    next_start_moved_by: next?.by ? presentBlackout(next.by) : null,
  }
}

/** Returns the fields of a new blackout, without its level. */
export function presentNewBlackout(blackout: NewBlackout): Schemas['NewBlackout'] {
  const { name, days, fromTime, toTime, startsAt, endsAt } = blackout
  if (startsAt && endsAt) return { name, starts_at: startsAt.toISOString(), ends_at: endsAt.toISOString() }
  return { name, days: (days ?? []) as Schemas['BlackoutDay'][], from: fromTime ?? '', to: toTime ?? '' }
}

export function presentListedBlackout({ blackout, deviceName, holdsUntil }: ListedBlackout): Schemas['ListedBlackout'] {
  return {
    ...presentBlackout(blackout),
    tenant_id: blackout.tenantId,
    device_id: blackout.deviceId,
    device: deviceName,
    holds_until: holdsUntil?.toISOString() ?? null,
  }
}

function presentBlackout(blackout: Blackout): Schemas['Blackout'] {
  return {
    level: levelOf(blackout),
    site: blackout.site,
    name: blackout.name,
    days: blackout.days as Schemas['BlackoutDay'][] | null,
    from: blackout.fromTime,
    to: blackout.toTime,
    starts_at: blackout.startsAt?.toISOString() ?? null,
    ends_at: blackout.endsAt?.toISOString() ?? null,
  }
}

export function presentScheduledWeek({ hours, devices, omitted }: PlannedWeek): Schemas['ScheduledWeek'] {
  return {
    hours: hours.map(({ at, starts, delayed }) => ({ at: at.toISOString(), starts, delayed })),
    devices,
    omitted_devices: omitted,
  }
}
