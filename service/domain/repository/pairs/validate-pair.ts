import { type DeclaredDifference, checkDeclared } from '../../../../shared/diff/declared-differences.ts'
import { Artifact } from '../../../store/models/artifact.ts'
import { Device } from '../../../store/models/device.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { type FieldError, invalidField, invalidFields } from '../../kernel/domain-error.ts'
import { findPlatform } from '../../inventory/platforms/find-platform.ts'
import type { ComparedDevices } from './find-sides.ts'

/**
 * Checks the devices, the artifact and the patterns of a pair. Platforms may differ.
 * @returns the tenant of the devices
 * @throws DomainError validation_failed
 */
export async function validatePair(
  context: Pick<ActionContext, 'trx' | 'tenantId'>,
  { firstDeviceId, secondDeviceId, key }: ComparedDevices,
  declared: readonly DeclaredDifference[],
): Promise<string> {
  if (firstDeviceId === secondDeviceId) throw invalidField('second_device_id', 'pair_same_device')
  const first = await findDevice(context, firstDeviceId, 'first_device_id')
  const second = await findDevice(context, secondDeviceId, 'second_device_id')
  if (first.tenantId !== second.tenantId) throw invalidField('second_device_id', 'device_not_found')
  await checkKey(context, first, key)
  await checkKey(context, second, key)
  const refused = checkDeclared(declared)
  if (refused.length > 0)
    throw invalidFields(
      refused.map(({ at, reason }): FieldError => ({ path: `declared_differences.${at}.pattern`, error: reason })),
    )
  return first.tenantId
}

async function findDevice(
  { trx, tenantId }: Pick<ActionContext, 'trx' | 'tenantId'>,
  id: string,
  path: string,
): Promise<Device> {
  const device = await Device.query(trx).findById(id)
  if (!device || (tenantId !== null && device.tenantId !== tenantId)) throw invalidField(path, 'device_not_found')
  return device
}

/** The artifact must be a text of the device's platform, or stored for the device. */
async function checkKey({ trx }: Pick<ActionContext, 'trx'>, device: Device, key: string): Promise<void> {
  const { id: deviceId, tenantId, name } = device
  const platform = await findPlatform(trx, device)
  const stored = await Artifact.query(trx).where({ tenantId, deviceId, key }).select('kind')
  const artifact = platform?.artifacts[key]
  const kinds = stored.length > 0 ? stored.map(({ kind }) => kind) : artifact ? [artifact.kind] : []
  if (kinds.length === 0)
    throw invalidField('key', 'pair_key_unknown', { device: name, platform: platform?.name ?? device.platform })
  if (!kinds.includes('text') || artifact?.secret) throw invalidField('key', 'pair_key_without_text', { device: name })
}
