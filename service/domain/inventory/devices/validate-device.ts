import { faultOfSchedule } from '../../../../shared/cron/schedule.ts'
import type { FieldErrorCode } from '../../../../shared/messages/codes.ts'
import { type MessageOf, message } from '../../../../shared/messages/message.ts'
import { platformById } from '../../../../shared/platforms/registry.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { type FieldError, invalidFields } from '../../kernel/domain-error.ts'
import { faultOfPosture } from '../../levels/posture/effective-posture.ts'
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
  return inputs.map((input) => {
    const { fields, specifiedFields } = input
    return [
      ...(specifiedFields.has('schedule') ? scheduleFaults(fields) : []),
      ...(specifiedFields.has('platform') || specifiedFields.has('transportPref') ? transportFaults(fields) : []),
      ...(specifiedFields.has('platform') || specifiedFields.has('options')
        ? faultsOfOptions(fields.platform, fields.options)
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

function scheduleFaults({ schedule }: DeviceFields): FieldError[] {
  const error = schedule === '' ? null : faultOfSchedule(schedule)
  return error === null ? [] : [{ path: 'schedule', error }]
}

function transportFaults({ platform, transportPref }: DeviceFields): FieldError[] {
  const transports = platformById(platform)?.transports ?? []
  if (transportPref === 'auto' || transports.includes(transportPref)) return []
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
