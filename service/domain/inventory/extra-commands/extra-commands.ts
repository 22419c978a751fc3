import { randomUUIDv7 } from 'node:crypto'
import { message } from '../../../../shared/messages/message.ts'
import { documentPattern, whyPatternRefused } from '../../../../shared/platforms/documents/document-pattern.ts'
import { artifactReadWith, checkExtraCommand, extraCommandRules } from '../../../../shared/platforms/extra-commands.ts'
import { Device } from '../../../store/models/device.ts'
import { ExtraCommandRow } from '../../../store/models/extra-command.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext, TenantContext } from '../../kernel/context.ts'
import { DomainError, invalidField, notFound } from '../../kernel/domain-error.ts'
import { rejectDuplicate } from '../../kernel/reject-duplicate.ts'
import { findPlatform } from '../platforms/find-platform.ts'
import { readEffective } from './read-extra-commands.ts'

export type NewExtraCommand = Pick<
  ExtraCommandRow,
  'platform' | 'key' | 'tag' | 'deviceId' | 'command' | 'minLines' | 'contains'
>

/** What can change; platform, key and scope identify the versions. */
export type ExtraCommandChange = Partial<Pick<ExtraCommandRow, 'command' | 'minLines' | 'contains'>>

/** An extra command, with the name of its device. */
export interface ExtraCommandView {
  command: ExtraCommandRow
  deviceName: string | null
}

/** Maximum number of commands for the same devices; each one lengthens their backups. */
const maxInScope = 10

/** Returns extra commands in scope by platform, key and id. */
export async function listExtraCommands(
  context: ActionContext,
  { platform }: { platform?: string },
  page: { limit: number; after: { platform: string; key: string; id: string } | null },
): Promise<ExtraCommandView[]> {
  const { trx } = context
  const query = ExtraCommandRow.query(trx).orderBy(['platform', 'key', 'id']).limit(page.limit)
  if (platform !== undefined) query.where({ platform })
  const { after } = page
  if (after) query.whereRaw('(platform, key, id) > (?, ?, ?)', [after.platform, after.key, after.id])
  return withDevices(context, await query)
}

/** Returns the extra commands in effect on a device, by key. @throws DomainError not_found */
export async function listDeviceExtraCommands(context: ActionContext, deviceId: string): Promise<ExtraCommandView[]> {
  const device = await Device.query(context.trx).findById(deviceId)
  if (!device) throw notFound()
  return withDevices(context, await readEffective(context.trx, device.tenantId, [device.id]))
}

/** @throws DomainError not_found */
export async function getExtraCommand(context: ActionContext, id: string): Promise<ExtraCommandView> {
  const found = await ExtraCommandRow.query(context.trx).findById(id)
  if (!found) throw notFound()
  return viewOf(context, found)
}

/** @throws DomainError validation_failed, extra_command_exists, too_many */
export async function createExtraCommand(context: TenantContext, given: NewExtraCommand): Promise<ExtraCommandView> {
  const { trx, tenantId, now, actor } = context
  const { platform, key, tag, deviceId } = given
  if (tag !== null && deviceId !== null) throw invalidField('tag', 'contradicts', { fields: ['device_id'] })
  await checkCommand(context, platform, given)
  await checkDevice(context, given)
  await checkCommandLimit(context, given)
  const created = await rejectDuplicate(
    ExtraCommandRow.query(trx)
      .insert({ id: randomUUIDv7(), tenantId, ...given, createdAt: now, updatedAt: now, updatedBy: actor.name })
      .returning('*')
      .execute(),
    () => new DomainError('extra_command_exists', { key, platform }),
  )
  await audit(context, 'extra_command.create', created, describe(created))
  return viewOf(context, created)
}

/** @throws DomainError not_found, validation_failed */
export async function updateExtraCommand(
  context: TenantContext,
  id: string,
  change: ExtraCommandChange,
): Promise<ExtraCommandView> {
  const { trx, now, actor } = context
  const before = await ExtraCommandRow.query(trx).findById(id).forUpdate()
  if (!before) throw notFound()
  await checkCommand(context, before.platform, { ...before, ...change })
  const updated = await ExtraCommandRow.query(trx).patchAndFetchById(before.id, {
    ...change,
    updatedAt: now,
    updatedBy: actor.name,
  })
  await audit(context, 'extra_command.update', updated, { from: describe(before), to: describe(updated) })
  return viewOf(context, updated)
}

/** The versions of its texts remain. @throws DomainError not_found */
export async function deleteExtraCommand(context: TenantContext, id: string): Promise<void> {
  const found = await ExtraCommandRow.query(context.trx).findById(id).forUpdate()
  if (!found) throw notFound()
  await ExtraCommandRow.query(context.trx).deleteById(found.id)
  await audit(context, 'extra_command.delete', found, describe(found))
}

/** @throws DomainError validation_failed if the command is not a display command of the platform's family */
async function checkCommand(
  { trx, tenantId }: TenantContext,
  id: string,
  { command, contains }: Pick<ExtraCommandRow, 'command' | 'contains'>,
): Promise<void> {
  const platform = await findPlatform(trx, { tenantId, platform: id })
  if (!platform) throw invalidField('platform', 'platform_unknown', { platform: id })
  const rules = extraCommandRules(platform)
  if (!rules) throw invalidField('platform', 'platform_without_commands')
  const reason = checkExtraCommand(command, rules)
  if (reason) throw invalidField('command', 'extra_command_refused', { reason })
  const artifact = artifactReadWith(command, platform)
  if (artifact !== undefined) throw invalidField('command', 'extra_command_of_platform', { artifact })
  if (contains === null) return
  const refused = whyPatternRefused(contains)
  const matchesAll = refused ?? (documentPattern(contains).test('') ? message('document_pattern_empty') : undefined)
  if (matchesAll) throw invalidField('contains', 'extra_command_refused', { reason: matchesAll })
}

async function checkDevice({ trx }: TenantContext, { platform, deviceId }: NewExtraCommand): Promise<void> {
  if (deviceId === null) return
  const device = await Device.query(trx).findById(deviceId)
  if (!device) throw invalidField('device_id', 'device_not_found')
  if (device.platform !== platform)
    throw invalidField('device_id', 'device_of_other_platform', { platform: device.platform })
}

async function checkCommandLimit(
  { trx, tenantId }: TenantContext,
  { platform, tag, deviceId }: NewExtraCommand,
): Promise<void> {
  await trx.raw(`select pg_advisory_xact_lock(hashtextextended('coffer extra commands ' || ?, 0))`, [tenantId])
  const count = await ExtraCommandRow.query(trx).where({ tenantId, platform, tag, deviceId }).resultSize()
  if (count >= maxInScope) throw new DomainError('too_many', { resource: 'extra_command', limit: maxInScope })
}

async function viewOf(context: ActionContext, command: ExtraCommandRow): Promise<ExtraCommandView> {
  const [view] = await withDevices(context, [command])
  return view ?? { command, deviceName: null }
}

async function withDevices({ trx }: ActionContext, commands: ExtraCommandRow[]): Promise<ExtraCommandView[]> {
  const ids = commands.flatMap(({ deviceId }) => deviceId ?? [])
  const devices = ids.length > 0 ? await Device.query(trx).findByIds(ids).select('id', 'name') : []
  const names = new Map(devices.map(({ id, name }) => [id, name]))
  return commands.map((command) => ({ command, deviceName: names.get(command.deviceId ?? '') ?? null }))
}

function describe({ platform, key, tag, deviceId, command, minLines, contains }: ExtraCommandRow) {
  return { platform, key, tag, device_id: deviceId, command, min_lines: minLines, contains }
}

function audit(
  context: ActionContext,
  action: `extra_command.${string}`,
  { id, tenantId }: ExtraCommandRow,
  detail: object,
): Promise<void> {
  return recordAudit(context, action, { kind: 'extra_command', id, tenantId, detail: { ...detail } })
}
