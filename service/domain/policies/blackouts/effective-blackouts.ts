import { createCalendar } from '../../../../shared/cron/calendar.ts'
import type { Blackout } from '../../../store/models/blackout.ts'
import { Device } from '../../../store/models/device.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import type { ScheduleRules } from '../schedules/schedule-rules.ts'
import { delayedStart } from './delayed-start.ts'
import { type BlackoutDelay, findBlackoutEnd } from './blackout-end.ts'
import { readBlackouts } from './read-blackouts.ts'

/** The blackouts of a device, and their effect on its schedule. */
export interface EffectiveBlackouts {
  device: Device
  /** Ordered from platform to device level. */
  blackouts: Blackout[]
  /** The blackout that is active now; null if none is. */
  hold: BlackoutDelay<Blackout> | null
  /** Start of the device's next occurrence, and the blackout that moved it; null without a next occurrence. */
  next: { start: Date; by: Blackout | null } | null
}

/**
 * @param platform the platform's blackouts, which a tenant's transaction cannot read
 * @throws DomainError not_found
 */
export async function readEffectiveBlackouts(
  { trx, now }: ActionContext,
  deviceId: string,
  platform: readonly Blackout[],
  rules: ScheduleRules,
): Promise<EffectiveBlackouts> {
  const device = await Device.query(trx).findById(deviceId)
  if (!device) throw notFound()
  const own = (await readBlackouts(trx, [device]))(device).filter(({ tenantId }) => tenantId !== null)
  const blackouts = [...platform, ...own]
  const calendar = createCalendar(rules.timeZone)
  const { nextRunAt, heldUntil } = device
  // A delayed start is evaluated at the current time, another at its planned start.
  const evaluatedAt = heldUntil ? now : nextRunAt
  const moved = evaluatedAt && delayedStart(device, blackouts, evaluatedAt, rules, calendar)
  const hold = findBlackoutEnd(blackouts, now, calendar)
  return { device, blackouts, hold, next: nextRunAt && { start: moved?.start ?? nextRunAt, by: moved?.by ?? null } }
}
