import { Device } from '../../../store/models/device.ts'
import { Occurrence } from '../../../store/models/occurrence.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'

/**
 * Returns a device's occurrences with their results, latest first, after the previous page.
 * @throws DomainError not_found
 */
export async function listOccurrences(
  { trx }: ActionContext,
  deviceId: string,
  { limit, before }: { limit: number; before: Date | null },
): Promise<Occurrence[]> {
  const device = await Device.query(trx).findById(deviceId).select('tenantId')
  if (!device) throw notFound()
  const query = Occurrence.query(trx)
    .where({ tenantId: device.tenantId, deviceId })
    .orderBy('occurrenceAt', 'desc')
    .limit(limit)
  if (before) query.where('occurrenceAt', '<', before)
  return query.execute()
}
