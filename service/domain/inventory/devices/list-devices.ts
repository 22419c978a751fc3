import type { QueryBuilder } from 'objection'
import { Device } from '../../../store/models/device.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { candidatesFor } from './device-search.ts'
import { type DeviceState, inStateSql } from './device-state.ts'
import { type BoundSql, type DeviceView, viewDevices } from './device-view.ts'

/** Facts by which devices are found and sorted, and their columns. */
export const factColumns = {
  vendor: 'devices.fact_vendor',
  model: 'devices.fact_model',
  serial: 'devices.fact_serial',
  os_version: 'devices.fact_os_version',
} as const

export type FactColumn = keyof typeof factColumns

/** Texts by which devices are sorted; unknown ones are empty. */
const sortedFacts = { ...factColumns, end_of_support_on: 'devices.end_of_support_on' } as const

type SortedFact = keyof typeof sortedFacts

export interface DeviceFilter {
  /** Part of the name, address, site or a tag; case-insensitive. */
  q?: string
  /** The whole name. */
  name?: string
  /** Any of these platforms; sites, tags and states work the same way. */
  platforms?: string[]
  sites?: string[]
  tags?: string[]
  states?: DeviceState[]
  /** Facts that the device shows, by name. */
  facts?: Partial<Record<FactColumn, string[]>>
  agentId?: string
  /** Over any transport. */
  credentialId?: string
  /** The support of the device's model or version ends on this day or earlier. */
  endOfSupportBy?: string
  enabled?: boolean
  decommissioned?: boolean
  /** Whether the device differs from a pinned version. */
  drift?: boolean
}

/** Devices without a successful backup sort before all others. */
export interface DeviceOrder {
  by: 'name' | 'last_success_at' | 'created_at' | SortedFact
  direction: 'asc' | 'desc'
}

/** Position after the last row of the previous page: the value of the sort column, and the id. */
export interface DevicePosition {
  value: string | Date | null
  id: string
}

/** Returns a page of the devices in scope. Its last statement ends the action. */
export async function listDevices(
  context: ActionContext,
  filter: DeviceFilter,
  { by, direction }: DeviceOrder,
  page: { limit: number; after: DevicePosition | null },
): Promise<DeviceView[]> {
  const column = columnOf(by)
  const order = `${column} ${direction}, devices.id ${direction}`
  const conditions = await conditionsOf(context, filter)
  if (context.tenantId !== null) conditions.push({ sql: 'devices.tenant_id = ?', bindings: [context.tenantId] })
  if (page.after) {
    const { value, id } = page.after
    const sql = `(${column}, devices.id) ${direction === 'asc' ? '>' : '<'} (?, ?)`
    conditions.push({ sql, bindings: [value ?? '-infinity', id] })
  }
  const where = conditions.length === 0 ? '' : `where ${conditions.map(({ sql }) => `(${sql})`).join(' and ')}`
  const bindings = [...conditions.flatMap((condition) => condition.bindings), page.limit]
  return viewDevices(context, { sql: `select * from devices ${where} order by ${order} limit ?`, bindings }, order)
}

function columnOf(by: DeviceOrder['by']): string {
  if (by === 'last_success_at') return 'devices.success_order'
  return isFact(by) ? sortedFacts[by] : `devices.${by}`
}

export function isFact(by: DeviceOrder['by']): by is SortedFact {
  return Object.hasOwn(sortedFacts, by)
}

/** Returns the ids of at most `limit` devices that match the filter, in the order of their ids. */
export async function findDeviceIds(context: ActionContext, filter: DeviceFilter, limit: number): Promise<string[]> {
  const query = Device.query(context.trx).select('devices.id').orderBy('devices.id').limit(limit)
  if (context.tenantId !== null) query.where('devices.tenantId', context.tenantId)
  await whereFilter(context, query, filter)
  return (await query).map(({ id }) => id)
}

/** Narrows a query of devices to those that match the filter. */
export async function whereFilter(
  context: ActionContext,
  query: QueryBuilder<Device, Device[]>,
  filter: DeviceFilter,
): Promise<void> {
  for (const { sql, bindings } of await conditionsOf(context, filter)) query.whereRaw(`(${sql})`, [...bindings])
}

/**
 * Returns the conditions of a filter over rows of `devices`, all of which must hold. They are SQL texts: to build them
 * with Objection took longer than PostgreSQL takes to find a page.
 */
async function conditionsOf(context: ActionContext, filter: DeviceFilter): Promise<BoundSql[]> {
  return [
    ...conditionsOfFields(filter),
    ...conditionsOfRelations(filter),
    ...(filter.states ? [inAnyState(filter.states, context.now)] : []),
    ...(await conditionsOfText(context, filter)),
  ]
}

function conditionsOfFields(filter: DeviceFilter): BoundSql[] {
  const { name, platforms, sites, facts = {}, endOfSupportBy, enabled, decommissioned } = filter
  const isStanding = decommissioned ? '=' : '<>'
  return [
    ...(name === undefined ? [] : [{ sql: 'devices.name = ?', bindings: [name] }]),
    ...(platforms ? [isAmong('devices.platform', platforms)] : []),
    ...(sites ? [isAmong('devices.site', sites)] : []),
    ...Object.entries(facts).map(([name, values]) => isAmong(factColumns[name as FactColumn], values)),
    ...(endOfSupportBy === undefined ? [] : [supportEndsBy(endOfSupportBy)]),
    ...(enabled === undefined ? [] : [{ sql: 'devices.enabled = ?', bindings: [enabled] }]),
    ...(enabled === false ? [isAmong('devices.standing', ['disabled', 'decommissioned'])] : []),
    ...(decommissioned === undefined ? [] : [{ sql: `devices.standing ${isStanding} 'decommissioned'`, bindings: [] }]),
  ]
}

function supportEndsBy(day: string): BoundSql {
  return { sql: `devices.end_of_support_on <> '' and devices.end_of_support_on <= ?`, bindings: [day] }
}

/** One placeholder for each value: for a list of one, the planner then knows that an index returns rows in order. */
function isAmong(column: string, values: string[]): BoundSql {
  if (values.length === 0) return { sql: 'false', bindings: [] }
  return { sql: `${column} in (${values.map(() => '?').join(', ')})`, bindings: values }
}

function conditionsOfRelations({ agentId, credentialId, drift }: DeviceFilter): BoundSql[] {
  const drifted = 'in (select device_id from pins where drifted)'
  const ofAgent = 'devices.id in (select device_id from device_agents where agent_id = ?)'
  const ofCredential = 'devices.credential_id = ? or devices.credential_api_id = ? or devices.credential_ssh_id = ?'
  return [
    ...(drift === undefined ? [] : [{ sql: `devices.id ${drift ? '' : 'not '}${drifted}`, bindings: [] }]),
    ...(agentId === undefined ? [] : [{ sql: ofAgent, bindings: [agentId] }]),
    ...(credentialId === undefined
      ? []
      : [{ sql: ofCredential, bindings: [credentialId, credentialId, credentialId] }]),
  ]
}

function inAnyState(states: DeviceState[], now: Date): BoundSql {
  if (states.length === 0) return { sql: 'false', bindings: [] }
  const each = states.map((state) => inStateSql(state, now))
  return { sql: each.map(({ sql }) => `(${sql})`).join(' or '), bindings: each.flatMap(({ bindings }) => bindings) }
}

/**
 * Uses `strpos` instead of `like`: the planner overestimates its cost rather than underestimates it, and so scans in
 * order for frequent matches.
 */
async function conditionsOfText(context: ActionContext, { q, tags = [] }: DeviceFilter): Promise<BoundSql[]> {
  const parts = [q, tags.length === 1 ? tags[0] : undefined].filter((part) => part !== undefined)
  const candidates = await candidatesFor(context, parts)
  return [
    ...(candidates ? [{ sql: 'devices.id = any(?::uuid[])', bindings: [candidates] }] : []),
    ...(q === undefined ? [] : [{ sql: 'strpos(devices.search, ?) > 0', bindings: [q.toLowerCase()] }]),
    ...(tags.length === 0 ? [] : [{ sql: 'devices.tags && ?::text[]', bindings: [tags] }]),
  ]
}
