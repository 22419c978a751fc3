import { message } from '../../../../shared/messages/message.ts'
import { platformById } from '../../../../shared/platforms/registry.ts'
import { isDeepStrictEqual } from 'node:util'
import { Agent } from '../../../store/models/agent.ts'
import { Credential } from '../../../store/models/credential.ts'
import { DeviceAgent } from '../../../store/models/device-agent.ts'
import { Device } from '../../../store/models/device.ts'
import { fieldNames } from '../../kernel/audit/field-names.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { TenantContext } from '../../kernel/context.ts'
import type { CancelJobs } from '../devices/cancel-jobs.ts'
import { faultsOfDevices } from '../devices/validate-device.ts'
import { insertDevices } from '../devices/create-device.ts'
import type { DeviceFields, DeviceRules } from '../devices/device-fields.ts'
import { readOwnRules, writeOwnRules } from '../devices/device-overrides.ts'
import { writeChanges } from '../devices/write-changes.ts'
import { codeOf } from '../../../store/database-unavailable.ts'
import type { PlatformRetention } from '../../policies/retention/effective-retention.ts'
import { DomainError, type FieldError } from '../../kernel/domain-error.ts'
import { faultsOfBlackouts } from '../../policies/blackouts/set-blackouts.ts'
import { requireKeys } from '../../kernel/require-keys.ts'
import { loosenedByToken } from '../../policies/loosening/refuse-loosening.ts'
import { addressDifference, addressOf, isAddressApproved, lowersTlsTrust } from '../trust/device-address.ts'
import { type ImportReport, type ImportWarning, type RejectedLine, generalWarning } from './import-report.ts'
import { type DevicePlan, type ImportedDevice, type KnownDevice, type NameBook, planDevice } from './plan-device.ts'

/** Content of a table, a document or another inventory, with the lines that were rejected. */
export interface ReadInventory {
  devices: ImportedDevice[]
  rejected: RejectedLine[]
  warnings: ImportWarning[]
}

export interface ImportOptions {
  dryRun: boolean
  /** Source for the audit log: `csv`, or the address of the inventory. */
  source: string
  /** The platform's retention settings, which a tenant's transaction cannot read. */
  retention: PlatformRetention | null
  cancelJobs: CancelJobs
}

/** Devices that are looked up, checked and written in one batch. */
const batchSize = 500

/**
 * Adds new devices and changes existing ones, by name, checked like a single device. Invalid lines are rejected, the
 * others are written. A dry run only skips the writes. The transaction of a large import is long: the search index and
 * the next runs of many devices take time.
 * @throws DomainError inventory_changed if a device changed meanwhile, import_running, name_taken, keys_destroyed;
 *   nothing is written then
 */
export async function importDevices(
  context: TenantContext,
  inventory: ReadInventory,
  rules: DeviceRules,
  options: ImportOptions,
): Promise<ImportReport> {
  await requireKeys(context)
  if (!options.dryRun) await lockTenantImport(context)
  const report: ImportReport = {
    created: [],
    updated: [],
    rejected: [...inventory.rejected],
    warnings: [...inventory.warnings],
    pendingAddresses: 0,
  }
  const moved: MovedDevices = new Map()
  const devices = rejectRepeatedNames(inventory.devices, report)
  const names = await readNames(context)
  let unscheduled = 0
  let needAgent = 0
  for (let at = 0; at < devices.length; at += batchSize) {
    const batch = devices.slice(at, at + batchSize)
    const plans = await validatePlans(context, await planDevices(context, batch, names), rules)
    for (const plan of plans) addToReport(report, plan, moved)
    unscheduled += plans.filter(isUnscheduled).length
    needAgent += plans.filter(needsAgent).length
    if (!options.dryRun) await write(context, plans, rules, options)
    await discardPlans(context)
  }
  if (unscheduled > 0) report.warnings.push(generalWarning(message('import_unscheduled', { count: unscheduled })))
  if (needAgent > 0 && !(await hasEnrolledAgent(context)))
    report.warnings.push(generalWarning(message('import_no_agent')))
  await auditImport(context, report, moved, options)
  report.rejected.sort((a, b) => a.row - b.row)
  return report
}

/**
 * Two imports of one tenant would wait for each other's rows, each in the order of its own file.
 * @throws DomainError import_running
 */
async function lockTenantImport({ trx, tenantId }: TenantContext): Promise<void> {
  await trx.raw(`set local lock_timeout = '${lockTimeoutMs}ms'`)
  try {
    await trx.raw(`select pg_advisory_xact_lock(hashtextextended('inventory.import ' || ?, 0))`, [tenantId])
  } catch (error) {
    if (codeOf(error) !== lockNotAvailable) throw error
    throw new DomainError('import_running')
  }
  await trx.raw('set local lock_timeout = 0')
}

/** Lock timeout in milliseconds: small imports run one after the other, a large one is not waited for. */
const lockTimeoutMs = 10_000

/** SQLSTATE lock_not_available (PostgreSQL manual, appendix A). */
const lockNotAvailable = '55P03'

/**
 * PostgreSQL caches the plan of a foreign-key check for the table sizes it first saw: without this, the first import of
 * an installation would scan all previous rows for each new row.
 */
async function discardPlans({ trx }: TenantContext): Promise<void> {
  await trx.raw('discard plans')
}

/** The first line with a name is used and repeated ones are rejected: the intended one is unknown. */
function rejectRepeatedNames(devices: ImportedDevice[], report: ImportReport): ImportedDevice[] {
  const rows = new Map<string, number>()
  return devices.filter(({ row, name }) => {
    const first = rows.get(name)
    if (first === undefined) rows.set(name, row)
    else
      report.rejected.push({ row, name, errors: [{ path: 'name', error: message('name_repeated', { row: first }) }] })
    return first === undefined
  })
}

async function readNames({ trx, tenantId }: TenantContext): Promise<NameBook> {
  const credentials = await Credential.query(trx).where({ tenantId }).select('id', 'name')
  const agents = await Agent.query(trx).where({ tenantId }).select('id', 'name')
  const book = (rows: { id: string; name: string }[]) => new Map(rows.map(({ id, name }) => [name, id]))
  return { credentials: book(credentials), agents: book(agents) }
}

async function planDevices(context: TenantContext, batch: ImportedDevice[], names: NameBook): Promise<DevicePlan[]> {
  const { trx, tenantId } = context
  const devices = await Device.query(trx)
    .where({ tenantId })
    .whereNull('purgedAt')
    .whereRaw('name = any(?::text[])', [batch.map(({ name }) => name)])
  const ids = devices.map(({ id }) => id)
  const agents = await DeviceAgent.query(trx).where({ tenantId }).whereRaw('device_id = any(?::uuid[])', [ids])
  const agentsOf = Map.groupBy(agents, ({ deviceId }) => deviceId)
  const ownOf = await readOwnRules(trx, tenantId, ids)
  const known = new Map<string, KnownDevice>(
    devices.map((device) => [
      device.name,
      { device, agentIds: agentsOf.get(device.id)?.map(({ agentId }) => agentId) ?? [], own: ownOf(device.id) },
    ]),
  )
  return batch.map((line) => planDevice(line, known.get(line.name) ?? null, names))
}

/** Errors of a device's validation turn its plan into a rejection. */
async function validatePlans(context: TenantContext, plans: DevicePlan[], rules: DeviceRules): Promise<DevicePlan[]> {
  const open = plans.filter((plan) => plan.kind !== 'reject')
  const requests = open.map((plan) => ({
    fields: plan.fields,
    specifiedFields: new Set(Object.keys(plan.kind === 'create' ? plan.fields : plan.change) as (keyof DeviceFields)[]),
  }))
  const faults = await faultsOfDevices(context, requests, rules)
  const errorsByPlan = new Map<DevicePlan, FieldError[]>(
    open.map((plan, at) => [
      plan,
      [
        ...(faults[at] ?? []),
        ...faultsOfBlackouts(plan.own.blackouts ?? []),
        ...(isLoweredByToken(context, plan)
          ? [{ path: 'options.verify_tls', error: message('token_lowers_trust') }]
          : []),
        ...loosenedPolicies(context, plan),
      ],
    ]),
  )
  return plans.map((plan): DevicePlan => {
    const errors = errorsByPlan.get(plan) ?? []
    return errors.length > 0 ? { line: plan.line, warnings: [], kind: 'reject', errors } : plan
  })
}

function isLoweredByToken({ actor }: TenantContext, plan: DevicePlan): boolean {
  if (!actor.token || plan.kind !== 'update') return false
  return lowersTlsTrust(plan.known.device.options, plan.fields.options)
}

function loosenedPolicies({ actor }: TenantContext, plan: DevicePlan): FieldError[] {
  if (plan.kind !== 'update') return []
  const paths = loosenedByToken(actor, 'device', plan.known.device, plan.change)
  return paths.map((path) => ({ path, error: message('token_loosens_policy') }))
}

/** Old and new address values of each device whose address changes, by name. */
type MovedDevices = Map<string, ReturnType<typeof addressDifference>>

function addToReport(report: ImportReport, plan: DevicePlan, moved: MovedDevices) {
  const { row, name } = plan.line
  if (plan.kind === 'create') report.created.push({ row, name })
  if (plan.kind === 'update') report.updated.push({ row, name, changed: changedIn(plan) })
  if (plan.kind === 'reject') report.rejected.push({ row, name, errors: plan.errors })
  if (plan.kind !== 'reject') {
    const approvedAddress = plan.kind === 'update' ? plan.known.device.approvedAddress : null
    if (!isAddressApproved({ ...plan.fields, approvedAddress })) report.pendingAddresses += 1
  }
  if (plan.kind === 'update') {
    const difference = addressDifference(addressOf(plan.known.device), addressOf(plan.fields))
    if (difference) moved.set(name, difference)
  }
  for (const warning of plan.warnings) report.warnings.push({ row, name, warning })
}

/** Whether this is a new device for which the import sets no schedule. */
function isUnscheduled(plan: DevicePlan): boolean {
  return plan.kind === 'create' && plan.fields.schedule === '' && plan.line.specifiedFields.schedule === undefined
}

/** Whether this is a new device that the service cannot reach directly. */
function needsAgent(plan: DevicePlan): boolean {
  return plan.kind === 'create' && platformById(plan.fields.platform)?.reachedBy !== 'service'
}

async function hasEnrolledAgent({ trx, tenantId }: TenantContext): Promise<boolean> {
  const enrolled = await trx('agents')
    .where({ tenant_id: tenantId, revoked_at: null })
    .whereNotNull('public_key')
    .first('id')
  return enrolled !== undefined
}

function changedIn({ change, own }: Extract<DevicePlan, { kind: 'update' }>): string[] {
  return fieldNames({ ...change, ...own })
}

async function write(
  context: TenantContext,
  plans: DevicePlan[],
  rules: DeviceRules,
  { retention, cancelJobs }: ImportOptions,
): Promise<void> {
  const created = plans.filter((plan) => plan.kind === 'create')
  const ids =
    created.length === 0
      ? []
      : await insertDevices(
          context,
          created.map(({ fields }) => fields),
          rules,
        )
  await writeOwnRules(
    context,
    created.map(({ own }, at) => ({ deviceId: ids[at] ?? '', change: own })),
    retention,
    { areNew: true },
  )
  const changes = plans.filter((plan) => plan.kind === 'update').filter((plan) => changedIn(plan).length > 0)
  if (changes.length === 0) return
  const disabled = changes.filter(({ change }) => change.enabled === false)
  await cancelJobs(
    context,
    disabled.map(({ known }) => known.device.id),
  )
  const locked = await lockUnchanged(
    context,
    changes.map(({ known }) => known.device),
  )
  await refuseOtherRules(
    context,
    changes.filter(({ own }) => Object.keys(own).length > 0).map(({ known }) => known),
  )
  const planned = changes.map(({ known, change, fields }) => {
    return { before: locked.get(known.device.id) ?? known.device, change, fields }
  })
  await writeChanges(context, planned, rules)
  await writeOwnRules(
    context,
    changes.map(({ known, own }) => ({ deviceId: known.device.id, change: own })),
    retention,
  )
}

/**
 * Locks the rows and requires them to be as planned: the import writes exactly what it reported.
 * @throws DomainError inventory_changed
 */
async function lockUnchanged({ trx }: TenantContext, devices: Device[]): Promise<Map<string, Device>> {
  const rows = await Device.query(trx)
    .whereRaw('id = any(?::uuid[])', [devices.map(({ id }) => id)])
    .orderBy('id')
    .forUpdate()
  const locked = new Map(rows.map((row) => [row.id, row]))
  const moved = devices.find((before) => {
    const after = locked.get(before.id)
    return Number(after?.updatedAt) !== Number(before.updatedAt) || after?.hasHistory !== before.hasHistory
  })
  if (moved) throw inventoryChanged(moved)
  return locked
}

/**
 * The policies of devices are in rows beside the devices' rows, which are locked.
 * @throws DomainError inventory_changed
 */
async function refuseOtherRules({ trx, tenantId }: TenantContext, known: KnownDevice[]): Promise<void> {
  const ids = known.map(({ device }) => device.id)
  const ownOf = await readOwnRules(trx, tenantId, ids)
  const moved = known.find(({ device, own }) => !isDeepStrictEqual(ownOf(device.id), own))
  if (moved) throw inventoryChanged(moved.device)
}

function inventoryChanged({ name }: Device) {
  return new DomainError('inventory_changed', { device: name })
}

/** Maximum number of device names in an audit record: it stays readable, and a large import does not fill the log. */
const auditedAtOnce = 500

async function auditImport(
  context: TenantContext,
  report: ImportReport,
  moved: MovedDevices,
  { dryRun, source }: ImportOptions,
): Promise<void> {
  const changed = report.updated.filter((line) => line.changed.length > 0)
  const done = [
    ...report.created.map(({ name }) => ({ created: name })),
    ...changed.map((line) => {
      const address = line.name === null ? undefined : moved.get(line.name)
      return { updated: line.name, changed: line.changed, ...(address && { address }) }
    }),
  ]
  const counts = { created: report.created.length, updated: changed.length, rejected: report.rejected.length }
  const audited = dryRun ? [] : done
  for (let at = 0; at === 0 || at < audited.length; at += auditedAtOnce) {
    const devices = audited.slice(at, at + auditedAtOnce)
    await recordAudit(context, 'inventory.import', {
      kind: 'inventory',
      detail: { source, dry_run: dryRun, ...counts, devices },
    })
  }
}
