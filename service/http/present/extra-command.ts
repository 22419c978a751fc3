import type { components } from '../../../shared/contract/api-types.ts'
import type { ExtraCommandView } from '../../domain/inventory/extra-commands/extra-commands.ts'

type Schemas = components['schemas']

export function presentExtraCommand({ command: row, deviceName }: ExtraCommandView): Schemas['ExtraCommand'] {
  return {
    id: row.id,
    tenant_id: row.tenantId,
    platform: row.platform as Schemas['PlatformId'],
    key: row.key,
    scope: row.deviceId !== null ? 'device' : row.tag !== null ? 'tag' : 'customer',
    tag: row.tag,
    device_id: row.deviceId,
    device: deviceName,
    command: row.command,
    min_lines: row.minLines,
    contains: row.contains,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    updated_by: row.updatedBy,
  }
}
