import fs from 'node:fs'
import path from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { components } from '../../shared/contract/api-types.ts'
import { message } from '../../shared/messages/message.ts'
import { formats } from './formats.ts'
import { describeRule } from '../domain/inventory/devices/device-overrides.ts'
import type { TenantWanted } from '../domain/inventory/import-export/import-tenant.ts'
import { type FieldError, invalidFields } from '../domain/kernel/domain-error.ts'
import { schemaError } from '../domain/kernel/schema-error.ts'
import type { DeviceDefinition } from '../domain/inventory/import-export/device-definition.ts'
import type { ReadInventory } from '../domain/inventory/import-export/import-devices.ts'
import type { ImportedDevice } from '../domain/inventory/import-export/plan-device.ts'
import { type ImportMessage, generalWarning } from '../domain/inventory/import-export/import-report.ts'
import type { RawInventory, RawLine } from '../domain/inventory/import-export/raw-inventory.ts'
import { omitUndefined } from './omit-undefined.ts'
import { newBlackout } from './new-blackout.ts'
import type { RetentionRule } from '../domain/policies/retention/guards.ts'

type Definition = components['schemas']['DeviceDefinition']

/**
 * Validates each line against the contract's device schema, as the validator does for a single device, and converts
 * valid ones to domain types. Unknown fields are reported once.
 */
export async function shapeInventory({ lines, rejected, warnings }: RawInventory): Promise<ReadInventory> {
  const inventory: ReadInventory = { devices: [], rejected: [...rejected], warnings: [...warnings] }
  const unknown = new Map<string, number>()
  let turnAt = -Infinity
  for (const line of lines) {
    if (performance.now() - turnAt > turnMs) {
      await yieldToEventLoop()
      turnAt = performance.now()
    }
    const known = Object.entries(line.definition).filter(([field]) => {
      if (fields.has(field)) return true
      unknown.set(field, (unknown.get(field) ?? 0) + 1)
      return false
    })
    const definition = Object.fromEntries(known)
    const errors = errorsOfDevice(definition)
    const { row } = line
    const name = typeof definition['name'] === 'string' ? definition['name'] : null
    if (errors.length > 0) inventory.rejected.push({ row, name, errors })
    else inventory.devices.push(toImportedDevice(line, definition as Definition))
  }
  for (const [field, count] of [...unknown].slice(0, maxUnknown)) {
    inventory.warnings.push(generalWarning(unknownField('device', field, count)))
  }
  return inventory
}

/** Milliseconds after which the event loop gets a turn. */
const turnMs = 5

const contract = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, '../../shared/contract/openapi.json'), 'utf8'),
)
const fields = new Set(Object.keys(contract.components.schemas.DeviceDefinition.properties))
/** Returns the validator of a schema of the contract. Compiling one takes 0.1 s of CPU, which each start would spend. */
function validatorOf(name: 'DeviceDefinition' | 'CustomerDefinition'): ValidateFunction {
  const made = validators.get(name) ?? compile(name)
  validators.set(name, made)
  return made
}

const validators = new Map<string, ValidateFunction>()

function compile(name: string): ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, strict: false })
  addFormats.default(ajv)
  ajv.addFormat('platform-id', formats['platform-id'])
  return ajv.compile({
    $ref: `#/components/schemas/${name}`,
    components: { schemas: contract.components.schemas },
  })
}

/** Returns the errors of a tenant in a document, without its devices. Each path begins with `customer`. */
export function errorsOfTenant(value: unknown): FieldError[] {
  const wrongType = (path: string, expected: string) => [{ path, error: message('wrong_type', { expected }) }]
  if (typeof value !== 'object' || value === null) return wrongType('customer', 'object')
  const { devices = [], ...customer } = value as Record<string, unknown>
  if (!Array.isArray(devices)) return wrongType('customer.devices', 'array')
  const validate = validatorOf('CustomerDefinition')
  if (validate(customer)) return []
  return (validate.errors ?? []).slice(0, maxFaults).map((error) => fieldErrorOf(error, 'customer'))
}

/**
 * Returns a tenant of a document as a domain type.
 * @throws DomainError validation_failed
 */
export function shapeTenant(fields: Record<string, unknown>): TenantWanted {
  const errors = errorsOfTenant({ slug: 'any', name: 'any', ...fields })
  if (errors.length > 0) throw invalidFields(errors)
  const {
    retention,
    blackouts,
    agents = [],
    credentials_referenced: credentials = [],
    ...customer
  } = fields as Partial<components['schemas']['CustomerDefinition']>
  return {
    settings: omitUndefined({
      restorePolicy: customer.restore_policy,
      decommissionedRetentionDays: customer.decommissioned_retention_days,
      secondFactorRequired: customer.second_factor_required,
      allowedNetworks: customer.allowed_networks,
      posture: customer.trust_posture,
      retention: retention && { keepDays: retention.keep_days ?? null, keepLast: retention.keep_last ?? null },
      blackouts: blackouts?.map(newBlackout),
      siteBlackouts: customer.site_blackouts?.map(({ site, blackouts: own }) => ({
        site,
        blackouts: own.map(newBlackout),
      })),
    }),
    agents: agents.map(({ slug, name, lab_mode: labMode }) => ({ slug, name, labMode })),
    credentials: credentials.map(({ name, username, description }) => ({ name, username, description })),
  }
}

/** Returns warnings about unknown fields of a tenant and its agents, which are ignored. */
export function unknownOfTenant(fields: object): ImportMessage[] {
  const { agents } = fields as { agents?: unknown[] }
  const ofAgents = new Set((agents ?? []).flatMap((agent) => unknownIn(agent as object, agentFields)))
  return [
    ...unknownIn(fields, tenantFields).map((field) => unknownField('customer', field)),
    ...[...ofAgents].map((field) => unknownField('agent', field)),
  ].slice(0, maxUnknown)
}

const { properties: tenantFields } = contract.components.schemas.CustomerDefinition
const { properties: agentFields } = tenantFields.agents.items

function unknownIn(fields: object, known: object): string[] {
  return Object.keys(fields).filter((field) => !Object.hasOwn(known, field))
}

function unknownField(of: 'device' | 'customer' | 'agent', field: string, count = 1): ImportMessage {
  return message('import_field_unknown', { field: field.slice(0, 100), of, count })
}

/** Maximum number of reported unknown fields, and of errors of one device. */
const maxUnknown = 20
const maxFaults = 5

function errorsOfDevice(definition: Record<string, unknown>): FieldError[] {
  const validate = validatorOf('DeviceDefinition')
  if (!validate(definition)) {
    const byPlace = new Map((validate.errors ?? []).toReversed().map((error) => [error.instancePath, error]))
    return [...byPlace.values()]
      .reverse()
      .slice(0, maxFaults)
      .map((error) => fieldErrorOf(error))
  }
  return definition['decommissioned'] === true
    ? [{ path: 'decommissioned', error: message('decommissioned_in_document') }]
    : []
}

/** Schemas of a name, a tag and a site. */
const { Name: nameSchema, DeviceDefinition: definitionSchema } = contract.components.schemas
const plainTexts: unknown[] = [nameSchema.pattern, definitionSchema.properties.site.pattern]

function fieldErrorOf(violation: ErrorObject, root?: string): FieldError {
  const { keyword, instancePath, params } = violation
  const missing = keyword === 'required' ? [String(params['missingProperty'])] : []
  const path = [...(root === undefined ? [] : [root]), ...instancePath.split('/').slice(1), ...missing].join('.')
  const isPlainText = keyword === 'pattern' && plainTexts.includes(params['pattern'])
  return { path, error: isPlainText ? message('text_not_plain') : schemaError(violation) }
}

function toImportedDevice({ row, someOptions }: RawLine, definition: Definition): ImportedDevice {
  const specifiedFields: Partial<DeviceDefinition> = omitUndefined({
    hostname: definition.hostname,
    platform: definition.platform,
    transportPref: definition.transport_pref,
    schedule: definition.schedule,
    site: definition.site,
    tags: definition.tags,
    credential: definition.credential,
    credentialApi: definition.credential_api,
    credentialSsh: definition.credential_ssh,
    agents: definition.agents,
    options: definition.options,
    stalenessHours: definition.staleness_hours,
    retryAttempts: definition.retry_attempts,
    retryDelayMinutes: definition.retry_delay_minutes,
    trustPosture: definition.trust_posture,
    restorePolicy: definition.restore_policy,
    retention: ruleIn(definition),
    blackouts: definition.blackouts?.map(newBlackout),
    enabled: definition.enabled,
  })
  return { row, name: definition.name, specifiedFields, ...(someOptions && { someOptions }) }
}

/** Returns the complete rule: a missing value does not keep a former one. */
function ruleIn({ retention }: Definition): RetentionRule | null | undefined {
  return retention && describeRule({ keepDays: retention.keep_days ?? null, keepLast: retention.keep_last ?? null })
}
