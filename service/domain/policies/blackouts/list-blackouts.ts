import { createCalendar } from '../../../../shared/cron/calendar.ts'
import { Blackout } from '../../../store/models/blackout.ts'
import type { ActionContext } from '../../kernel/context.ts'
import type { ScheduleRules } from '../schedules/schedule-rules.ts'
import { findBlackoutEnd } from './blackout-end.ts'

/** A blackout with its level, and its end if it is active. */
export interface ListedBlackout {
  blackout: Blackout
  deviceName: string | null
  holdsUntil: Date | null
}

/**
 * End of a page: blackouts of a level are in the order of `position`. Fields that do not apply to the level are empty.
 */
export interface BlackoutLevelName {
  /** Slug of the tenant; empty for the platform. */
  slug: string
  deviceName: string
  deviceId: string
  site: string
  position: number
}

/** A blackout with its position in the list. */
type Placed = Pick<ListedBlackout, 'blackout' | 'deviceName'> & { slug: string }

/**
 * Returns the blackouts of all levels in scope after the previous page: the platform's, then by tenant, each in the
 * order of its levels.
 * @param platform the platform's blackouts, which a tenant's transaction cannot read
 */
export async function listBlackouts(
  { trx, now }: Pick<ActionContext, 'trx' | 'now'>,
  platform: readonly Blackout[],
  { timeZone }: Pick<ScheduleRules, 'timeZone'>,
  page: { limit: number; after: BlackoutLevelName | null },
): Promise<(ListedBlackout & { place: BlackoutLevelName })[]> {
  const calendar = createCalendar(timeZone)
  const { limit, after } = page
  const ofPlatform = platform
    .filter(({ position }) => after === null || (after.slug === '' && position > after.position))
    .slice(0, limit)
    .map((blackout): Placed => ({ blackout, deviceName: null, slug: '' }))
  const ofTenants = await readPlaced(trx, limit - ofPlatform.length, after)
  return [...ofPlatform, ...ofTenants].map((one) => ({
    blackout: one.blackout,
    deviceName: one.deviceName,
    holdsUntil: findBlackoutEnd([one.blackout], now, calendar)?.until ?? null,
    place: placeIn(one),
  }))
}

async function readPlaced(
  trx: ActionContext['trx'],
  limit: number,
  after: BlackoutLevelName | null,
): Promise<Placed[]> {
  const query = Blackout.query(trx)
    .join('tenants', 'tenants.id', 'blackouts.tenantId')
    .leftJoin('devices', 'devices.id', 'blackouts.deviceId')
    .whereNull('devices.decommissionedAt')
    .select('blackouts.*', 'devices.name as deviceName', 'tenants.slug')
    .orderByRaw(order)
    .limit(limit)
  if (after) {
    const { slug, deviceName, deviceId, site, position } = after
    query.whereRaw(`(${order}) > (?, ?, ?, ?, ?)`, [slug, deviceName, deviceId, site, position])
  }
  const rows = (await query) as (Blackout & { deviceName: string | null; slug: string })[]
  return rows.map((row) => ({ blackout: row, deviceName: row.deviceName, slug: row.slug }))
}

const order = `tenants.slug, coalesce(devices.name, ''), coalesce(blackouts.device_id::text, ''),
  coalesce(blackouts.site, ''), blackouts.position`

function placeIn({ blackout, deviceName, slug }: Placed): BlackoutLevelName {
  const { deviceId, site, position } = blackout
  return { slug, deviceName: deviceName ?? '', deviceId: deviceId ?? '', site: site ?? '', position }
}
