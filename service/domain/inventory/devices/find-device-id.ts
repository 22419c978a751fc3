import { Device } from '../../../store/models/device.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'

/**
 * Returns the id of the device with exactly this name.
 * @throws DomainError not_found; tenant_required if the scope has several, of different tenants
 */
export async function findDeviceId({ trx }: ActionContext, name: string): Promise<string> {
  const [device, another] = await Device.query(trx).select('id').where({ name }).limit(2)
  if (!device) throw notFound()
  if (another) throw new DomainError('tenant_required')
  return device.id
}
