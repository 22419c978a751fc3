import type { SystemContext } from '../../kernel/context.ts'
import { randomUUIDv7 } from 'node:crypto'
import { Blackout } from '../../../store/models/blackout.ts'
import type { DescribedBlackout } from '../../inventory/tenants/tenant-descriptor.ts'

/**
 * Adds the stored blackouts of the platform, of a tenant with its sites, or of one device. Existing blackouts take
 * precedence: none are added then.
 */
export async function addBlackouts(
  { trx, now }: SystemContext,
  whose: { tenantId: string | null; deviceId: string | null },
  described: readonly DescribedBlackout[],
): Promise<void> {
  const own = described.filter((one) => one.deviceId === whose.deviceId && one.isPlatform === (whose.tenantId === null))
  if (own.length === 0 || (await Blackout.query(trx).findOne(whose))) return
  const bySite = Map.groupBy(own, ({ site }) => site).values()
  await Blackout.query(trx).insert(
    [...bySite].flatMap((blackouts) =>
      blackouts.map(({ isPlatform: _, startsAt, endsAt, ...one }, position) => ({
        ...one,
        ...whose,
        id: randomUUIDv7(),
        position,
        startsAt: startsAt === null ? null : new Date(startsAt),
        endsAt: endsAt === null ? null : new Date(endsAt),
        updatedAt: now,
      })),
    ),
  )
}
