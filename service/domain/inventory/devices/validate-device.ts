import { faultOfSchedule } from '../../../../shared/cron/cron-schedule.ts'
import type { FieldErrorCode } from '../../../../shared/messages/codes.ts'
import { type MessageOf, message } from '../../../../shared/messages/message.ts'
import type { Platform } from '../../../../shared/platforms/platform.ts'
import { platformById } from '../../../../shared/platforms/registry.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { type FieldError, invalidFields } from '../../kernel/domain-error.ts'
import { faultOfPosture } from '../../policies/posture/effective-posture.ts'
import { listUsablePlatforms, type PlatformLookup, readStoredPlatforms } from '../platforms/find-platform.ts'
import type { DeviceFields, DeviceRules } from './device-fields.ts'
import { faultsOfOptions } from './device-options.ts'

const credentialFields = {
  credentialId: 'credential_id',
  credentialApiId: 'credential_api_id',
  credentialSshId: 'credential_ssh_id',
} as const

/** A device after the change, and the names of the fields that the request sets. */
export interface DeviceInput {
  fields: DeviceFields
  specifiedFields: ReadonlySet<keyof DeviceFields>
}

/**
 * Validates a device after a change, but only the fields that the request sets: values that were accepted earlier do
 * not block a change of other fields.
 * @throws DomainError validation_failed with every invalid field
 */
export async function checkDevice(
  context: TenantContext,
  fields: DeviceFields,
  specifiedFields: ReadonlySet<keyof DeviceFields>,
  rules: DeviceRules,
): Promise<void> {
  const [faults = []] = await faultsOfDevices(context, [{ fields, specifiedFields }], rules)
  if (faults.length > 0) throw invalidFields(faults)
}

/**
 * Validates many devices in a constant number of queries; returns the errors of each, in their order. Locks the
 * credentials and agents that it finds against deletion until the transaction ends.
 */
export async function faultsOfDevices(
  context: TenantContext,
  inputs: readonly DeviceInput[],
  rules: DeviceRules,
): Promise<FieldError[][]> {
  const credentials = await lockRows(
    context,
    'credentials',
    inputs.flatMap(credentialsIn).map(({ id }) => id),
  )
  const agents = await lockRows(context, 'agents', inputs.flatMap(agentsIn))
  const faultsOfPostures = await createPostureCheck(context, inputs, rules)
  const { platforms, faultsOfPlatform } = await readPlatformRules(context, inputs)
  return inputs.map((input) => {
    const { fields, specifiedFields } = input
    const platform = platforms(fields.platform)
    return [
      ...faultsOfPlatform(input),
      ...(specifiedFields.has('schedule') ? scheduleFaults(fields) : []),
      ...(specifiedFields.has('platform') || specifiedFields.has('transportPref')
        ? transportFaults(fields, platform)
        : []),
      ...(specifiedFields.has('platform') || specifiedFields.has('options')
        ? faultsOfOptions(platform, fields.options)
        : []),
      ...missing(credentialsIn(input), credentials, message('credential_not_found')),
      ...missing(
        agentsIn(input).map((id, at) => ({ id, path: `agent_ids.${at}` })),
        agents,
        message('agent_not_found'),
      ),
      ...faultsOfPostures(input),
    ]
  })
}

/** Returns the platforms of these devices, and why a platform that a request sets cannot be used. */
async function readPlatformRules(
  { trx, tenantId }: TenantContext,
  inputs: readonly DeviceInput[],
): Promise<{ platforms: PlatformLookup; faultsOfPlatform: (input: DeviceInput) => FieldError[] }> {
  const ids = inputs.map(({ fields }) => fields.platform)
  const stored = await readStoredPlatforms(trx, tenantId, ids)
  const platforms: PlatformLookup = (id) => platformById(id) ?? stored.get(id)?.platform
  const isUnusable = ({ fields: { platform }, specifiedFields }: DeviceInput) =>
    specifiedFields.has('platform') && (!platforms(platform) || stored.get(platform)?.isRetired === true)
  if (!inputs.some(isUnusable)) return { platforms, faultsOfPlatform: () => [] }
  const allowed = (await listUsablePlatforms(trx, tenantId)).map(({ id }) => id)
  const faults = [{ path: 'platform', error: message('not_one_of', { allowed }) }]
  return { platforms, faultsOfPlatform: (input) => (isUnusable(input) ? faults : []) }
}

function scheduleFaults({ schedule }: DeviceFields): FieldError[] {
  const error = schedule === '' ? null : faultOfSchedule(schedule)
  return error === null ? [] : [{ path: 'schedule', error }]
}

function transportFaults({ transportPref }: DeviceFields, platform: Platform | undefined): FieldError[] {
  const transports = platform?.transports ?? []
  if (!platform || transportPref === 'auto' || transports.includes(transportPref)) return []
  return [{ path: 'transport_pref', error: message('transport_unsupported', { transports }) }]
}

function credentialsIn({ fields, specifiedFields }: DeviceInput): { id: string; path: string }[] {
  return Object.entries(credentialFields).flatMap(([field, path]) => {
    const id = fields[field as keyof typeof credentialFields]
    return id !== null && specifiedFields.has(field as keyof DeviceFields) ? [{ id, path }] : []
  })
}

function agentsIn({ fields, specifiedFields }: DeviceInput): string[] {
  return specifiedFields.has('agentIds') ? fields.agentIds : []
}

/** The row policy hides another tenant's rows: the result and the work are the same as for a missing row. */
function missing(
  wanted: { id: string; path: string }[],
  found: ReadonlySet<string>,
  error: MessageOf<FieldErrorCode>,
): FieldError[] {
  return wanted.filter(({ id }) => !found.has(id)).map(({ path }) => ({ path, error }))
}

async function lockRows({ trx }: TenantContext, table: string, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    'select id from ?? where id = any(?::uuid[]) order by id for key share',
    [table, [...new Set(ids)]],
  )
  return new Set(rows.map(({ id }) => id))
}

async function createPostureCheck(
  context: TenantContext,
  inputs: readonly DeviceInput[],
  { platformPosture }: DeviceRules,
): Promise<(input: DeviceInput) => FieldError[]> {
  const requestsTrustOnFirstUse = ({ fields, specifiedFields }: DeviceInput) =>
    specifiedFields.has('trustPosture') && fields.trustPosture === 'tofu'
  if (!inputs.some(requestsTrustOnFirstUse)) return () => []
  const tenant = await Tenant.query(context.trx).findById(context.tenantId).throwIfNotFound()
  const levels = { platform: platformPosture, customer: tenant.trustPosture, device: 'tofu' as const }
  const error = faultOfPosture(levels, 'device')
  return (input) => (error === null || !requestsTrustOnFirstUse(input) ? [] : [{ path: 'trust_posture', error }])
}
