import { Device } from '../../../store/models/device.ts'
import { Occurrence } from '../../../store/models/occurrence.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'

/** What became of a device's occurrences, the latest first, behind the instant that a page ended with. @throws DomainError 404 */
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
