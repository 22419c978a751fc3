import { createCalendar } from '../../../../shared/cron/calendar.ts'
import type { Blackout } from '../../../store/models/blackout.ts'
import { Device } from '../../../store/models/device.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import type { ScheduleRules } from '../schedules/schedule-rules.ts'
import { delayedStart } from './delayed-start.ts'
import { type Hold, delayUntil } from './delay-until.ts'
import { readBlackouts } from './read-blackouts.ts'

/** Which blackouts a device has, and what they make of its schedule. */
export interface EffectiveBlackouts {
  device: Device
  /** From the platform's down. */
  blackouts: Blackout[]
  /** What holds at this moment; null for none. */
  hold: Hold<Blackout> | null
  /** When the occurrence starts that the device waits for, and what moved that. */
  next: { start: Date; by: Blackout | null } | null
}

/**
 * @param platform the platform's, which a customer's transaction does not see
 * @throws DomainError 404
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
  // of one that is held already the moment is asked for that it was held at
  const asked = heldUntil ? now : nextRunAt
  const moved = asked && delayedStart(device, blackouts, asked, rules, calendar)
  const hold = delayUntil(blackouts, now, calendar)
  return { device, blackouts, hold, next: nextRunAt && { start: moved?.start ?? nextRunAt, by: moved?.by ?? null } }
}
