import { randomUUIDv7 } from 'node:crypto'
import { faultOfSchedule } from '../../../../shared/cron/cron-schedule.ts'
import { message } from '../../../../shared/messages/message.ts'
import { FleetItem } from '../../../store/models/fleet-item.ts'
import { Fleet } from '../../../store/models/fleet.ts'
import { rejectDuplicate } from '../../kernel/reject-duplicate.ts'
import { fieldNames } from '../../kernel/audit/field-names.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext, TenantContext } from '../../kernel/context.ts'
import { plainSchedule } from '../devices/device-schedule.ts'
import { DomainError, invalidFields, notFound } from '../../kernel/domain-error.ts'
import { requireKeys } from '../../kernel/require-keys.ts'
import { mayApprove, refuseApprovalBy } from '../trust/address-approval-policy.ts'

/** The fields of a fleet that a user sets. */
export interface FleetFields {
  name: string
  credentialId: string
  region: string | null
  /** Empty: all organisations that the API key can read. */
  orgIds: string[]
  /** Agents of devices that will be imported, as with `schedule`. */
  agentIds: string[]
  schedule: string
}

export type NewFleet = Pick<FleetFields, 'name' | 'credentialId'> & Partial<FleetFields>

/** A network with its inventory state: whether it is in the inventory, and whether this fleet imported it. */
export type FleetResult = FleetItem & {
  isExisting: boolean
  /** The device that is, or last was, this network; the fleet or a user may have added it. */
  inventoryId: string | null
  /** Name of that device. */
  inventoryName: string | null
}

export interface FleetView {
  fleet: Fleet
  results: FleetResult[]
}

/** Returns fleets by name after the previous page, without scan results. */
export function listFleets(
  { trx }: ActionContext,
  page: { limit: number; after: { name: string; id: string } | null; name?: string },
): Promise<Fleet[]> {
  const query = Fleet.query(trx).orderBy('name').orderBy('id').limit(page.limit)
  if (page.after) query.whereRaw('(name, id) > (?, ?)', [page.after.name, page.after.id])
  if (page.name !== undefined) query.where({ name: page.name })
  return query.execute()
}

/** @throws DomainError not_found */
export async function getFleet(context: ActionContext, id: string): Promise<FleetView> {
  const fleet = await Fleet.query(context.trx).findById(id)
  if (!fleet) throw notFound()
  return viewOf(context, fleet)
}

/** Whether a user approved sending this fleet's API key to its cloud. */
export function isFleetApproved({ approvedAddress, credentialId, region }: Fleet): boolean {
  return approvedAddress?.credential_id === credentialId && approvedAddress.region === region
}

/**
 * Approves sending the fleet's API key to its cloud, and to that of each device that the fleet imports.
 * @throws DomainError not_found, session_required for an API token, permission_missing without `credential:write`
 */
export async function approveFleet(context: TenantContext, id: string): Promise<FleetView> {
  refuseApprovalBy(context.actor)
  const fleet = await Fleet.query(context.trx).findById(id).forUpdate()
  if (!fleet) throw notFound()
  const approved = await Fleet.query(context.trx).patchAndFetchById(id, approvedColumns(context, fleet)).execute()
  const { name, credentialId, region } = fleet
  await audited(context, 'address.approve', approved, { name, credential_id: credentialId, region })
  return viewOf(context, approved)
}

function approvedColumns(
  { now, actor }: TenantContext,
  { credentialId, region }: Pick<FleetFields, 'credentialId' | 'region'>,
) {
  return {
    approvedAddress: { credential_id: credentialId, region },
    addressApprovedAt: now,
    addressApprovedBy: actor.name,
  }
}

/**
 * Adds a fleet. Its API key is sent only to a cloud of the vendor, so adding it in a session approves it.
 * @throws DomainError validation_failed (with every invalid field), name_taken, keys_destroyed
 */
export async function createFleet(context: TenantContext, wanted: NewFleet): Promise<FleetView> {
  await requireKeys(context)
  const fields: FleetFields = { ...fleetDefaults, ...wanted, schedule: plainSchedule(wanted.schedule ?? '') }
  await checkFleet(context, fields)
  const fleet = await rejectTakenName(
    Fleet.query(context.trx)
      .insert({
        ...fields,
        ...(mayApprove(context.actor) && approvedColumns(context, fields)),
        id: randomUUIDv7(),
        tenantId: context.tenantId,
        createdAt: context.now,
        updatedAt: context.now,
      })
      .returning('*')
      .execute(),
  )
  await audited(context, 'fleet.create', fleet, { name: fleet.name })
  return viewOf(context, fleet)
}

/**
 * Changes a fleet. Imported devices stay as they are.
 * @throws DomainError not_found, and the codes of `createFleet`
 */
export async function updateFleet(
  context: TenantContext,
  id: string,
  change: Partial<FleetFields>,
): Promise<FleetView> {
  const fleet = await Fleet.query(context.trx).findById(id).forUpdate()
  if (!fleet) throw notFound()
  const fields = change.schedule === undefined ? change : { ...change, schedule: plainSchedule(change.schedule) }
  await checkFleet(context, fields)
  const namesAddress = fields.credentialId !== undefined || fields.region !== undefined
  const updated = await rejectTakenName(
    Fleet.query(context.trx)
      .patchAndFetchById(id, {
        ...fields,
        ...(namesAddress && mayApprove(context.actor) && approvedColumns(context, { ...fleet, ...fields })),
        updatedAt: context.now,
      })
      .execute(),
  )
  await audited(context, 'fleet.update', updated, { changed: fieldNames(change) })
  return viewOf(context, updated)
}

/** Deletes the fleet and its scan results; imported devices stay in service. */
export async function deleteFleet(context: TenantContext, id: string): Promise<void> {
  const fleet = await Fleet.query(context.trx).findById(id).forUpdate()
  if (!fleet) throw notFound()
  await Fleet.query(context.trx).deleteById(id)
  await audited(context, 'fleet.delete', fleet, { name: fleet.name })
}

/** Returns a fleet with the results of the last complete scan, by organisation and name. */
export async function viewOf({ trx }: ActionContext, fleet: Fleet): Promise<FleetView> {
  const results = await FleetItem.query(trx)
    .where({ tenantId: fleet.tenantId, fleetId: fleet.id })
    .select('fleet_items.*', trx.raw(isExistingColumn), ...inventoryColumns.map((column) => trx.raw(column)))
    .orderBy(['organisation', 'name', 'key'])
    .execute()
  return { fleet, results: results as FleetResult[] }
}

/** Finds a network's device by its option, whether a user or the fleet added it; devices in service first. */
const devicesOfNetwork = `from devices d
  where d.tenant_id = fleet_items.tenant_id and d.platform = 'netco_meraki' and d.purged_at is null
    and d.options ->> 'netco_network_id' = fleet_items.key`
const isExistingColumn = `exists (select ${devicesOfNetwork} and d.decommissioned_at is null) as is_existing`
const inventoryColumns = ['id', 'name'].map(
  (field) => `(select d.${field} ${devicesOfNetwork}
    order by d.decommissioned_at desc nulls first, d.id limit 1) as inventory_${field}`,
)

const fleetDefaults: Omit<FleetFields, 'name' | 'credentialId'> = {
  region: null,
  orgIds: [],
  agentIds: [],
  schedule: '',
}

/**
 * Checks only the fields that the request sets. Another tenant's credential or agent is reported like a missing one.
 */
async function checkFleet({ trx }: TenantContext, fields: Partial<FleetFields>): Promise<void> {
  const { credentialId, agentIds = [], schedule = '' } = fields
  const found = async (table: string, ids: string[]): Promise<Set<string>> => {
    const { rows } = await trx.raw<{ rows: { id: string }[] }>(
      'select id from ?? where id = any(?::uuid[]) order by id for key share',
      [table, ids],
    )
    return new Set(rows.map(({ id }) => id))
  }
  const credentials = await found('credentials', credentialId === undefined ? [] : [credentialId])
  const agents = await found('agents', agentIds)
  const scheduleError = schedule === '' ? null : faultOfSchedule(schedule)
  const faults = [
    ...(scheduleError === null ? [] : [{ path: 'schedule', error: scheduleError }]),
    ...(credentialId === undefined || credentials.has(credentialId.toLowerCase())
      ? []
      : [{ path: 'credential_id', error: message('credential_not_found') }]),
    ...agentIds.flatMap((id, at) =>
      agents.has(id.toLowerCase()) ? [] : [{ path: `agent_ids.${at}`, error: message('agent_not_found') }],
    ),
  ]
  if (faults.length > 0) throw invalidFields(faults)
}

function audited(context: ActionContext, action: string, fleet: Fleet, detail: Record<string, unknown>) {
  return recordAudit(context, action, { kind: 'fleet', id: fleet.id, tenantId: fleet.tenantId, detail })
}

function rejectTakenName<T>(writing: Promise<T>): Promise<T> {
  return rejectDuplicate(writing, () => new DomainError('name_taken', { resource: 'fleet' }))
}
