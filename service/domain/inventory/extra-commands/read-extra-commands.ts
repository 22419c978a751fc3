import type { ExtraCommand } from '../../../../shared/platforms/extra-commands.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import { ExtraCommandRow } from '../../../store/models/extra-command.ts'
import { readRows } from '../../../store/read-rows.ts'

/** The extra commands of some devices, by device. */
export type ExtraCommands = ReadonlyMap<string, readonly ExtraCommand[]>

/**
 * Reads the extra commands of devices of a tenant, by key. If several have the same key, that of the device overrides
 * those of its tags, and these that of the tenant; of two tags the first in alphabetical order.
 */
export async function readExtraCommands(
  trx: ScopedTransaction,
  tenantId: string,
  deviceIds: readonly string[],
): Promise<ExtraCommands> {
  const byDevice = Map.groupBy(await readEffective(trx, tenantId, deviceIds), ({ forDevice }) => forDevice)
  return new Map(
    Array.from(byDevice, ([id, rows]) => [
      id,
      rows.map(({ key, command, minLines, contains }) => ({ key, command, minLines, contains })),
    ]),
  )
}

/** An extra command as a device has it. */
export class EffectiveExtraCommand extends ExtraCommandRow {
  declare forDevice: string
}

/** Returns the rows in effect on each device, by device and key. */
export function readEffective(
  trx: ScopedTransaction,
  tenantId: string,
  deviceIds: readonly string[],
): Promise<EffectiveExtraCommand[]> {
  return readRows(
    trx,
    EffectiveExtraCommand,
    `select distinct on (d.id, c.key) d.id as for_device, c.*
     from extra_commands c
     join devices d on d.tenant_id = c.tenant_id and d.platform = c.platform
     where c.tenant_id = ? and d.id = any(?::uuid[])
       and (c.device_id = d.id or c.device_id is null and (c.tag is null or c.tag = any(d.tags)))
     order by d.id, c.key, c.device_id nulls last, c.tag nulls last`,
    [tenantId, [...deviceIds]],
  )
}
