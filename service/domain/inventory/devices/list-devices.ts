import type { QueryBuilder } from 'objection'
import { Device } from '../../../store/models/device.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { candidatesFor } from './device-search.ts'
import { type DeviceState, inStateSql } from './device-state.ts'
import { type DeviceView, viewDevices } from './device-view.ts'

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
  agentId?: string
  /** Over any transport. */
  credentialId?: string
  enabled?: boolean
  decommissioned?: boolean
  /** Whether the device differs from a pinned version. */
  drift?: boolean
}

/** Devices without a successful backup sort before all others. */
export interface DeviceOrder {
  by: 'name' | 'last_success_at' | 'created_at'
  direction: 'asc' | 'desc'
}

/** Position after the last row of the previous page: the value of the sort column, and the id. */
export interface DevicePosition {
  value: string | Date | null
  id: string
}

/** Returns a page of the devices in scope. */
export async function listDevices(
  context: ActionContext,
  filter: DeviceFilter,
  { by, direction }: DeviceOrder,
  page: { limit: number; after: DevicePosition | null },
): Promise<DeviceView[]> {
  const column = by === 'last_success_at' ? 'devices.success_order' : `devices.${by}`
  const orderSql = `${column} ${direction}, devices.id ${direction}`
  const query = Device.query(context.trx).limit(page.limit).orderByRaw(orderSql)
  if (context.tenantId !== null) query.where('devices.tenantId', context.tenantId)
  if (page.after) {
    const { value, id } = page.after
    query.whereRaw(`(${column}, devices.id) ${direction === 'asc' ? '>' : '<'} (?, ?)`, [value ?? '-infinity', id])
  }
  await whereFilter(context, query, filter)
  return viewDevices(context, query, orderSql)
}

/** Returns the ids of at most `limit` devices that match the filter, in the order of their ids. */
export async function findDeviceIds(context: ActionContext, filter: DeviceFilter, limit: number): Promise<string[]> {
  const query = Device.query(context.trx).select('devices.id').orderBy('devices.id').limit(limit)
  if (context.tenantId !== null) query.where('devices.tenantId', context.tenantId)
  await whereFilter(context, query, filter)
  return (await query).map(({ id }) => id)
}

/** Narrows a query of devices to those that match the filter. */
export async function whereFilter(context: ActionContext, query: Devices, filter: DeviceFilter): Promise<void> {
  whereFields(query, filter)
  whereRelated(query, filter)
  whereState(query, filter, context.now)
  await whereText(context, query, filter)
}

type Devices = QueryBuilder<Device, Device[]>

function whereFields(query: Devices, { name, platforms, sites, enabled, decommissioned }: DeviceFilter) {
  if (name !== undefined) query.where('devices.name', name)
  if (platforms) query.whereIn('devices.platform', platforms)
  if (sites) query.whereIn('devices.site', sites)
  if (enabled !== undefined) query.where('devices.enabled', enabled)
  if (enabled === false) query.whereIn('devices.standing', ['disabled', 'decommissioned'])
  if (decommissioned !== undefined) query.where('devices.standing', decommissioned ? '=' : '<>', 'decommissioned')
}

function whereRelated(query: Devices, { agentId, credentialId, drift }: DeviceFilter) {
  if (drift !== undefined) {
    query.whereRaw(`devices.id ${drift ? '' : 'not '}in (select device_id from pins where drifted)`)
  }
  if (agentId !== undefined) {
    query.whereRaw('devices.id in (select device_id from device_agents where agent_id = ?)', [agentId])
  }
  if (credentialId !== undefined) {
    query.where((any) =>
      any
        .where('devices.credentialId', credentialId)
        .orWhere('devices.credentialApiId', credentialId)
        .orWhere('devices.credentialSshId', credentialId),
    )
  }
}

function whereState(query: Devices, { states }: DeviceFilter, now: Date) {
  if (!states) return
  query.where((any) => {
    for (const state of states) {
      const { sql, bindings } = inStateSql(state, now)
      any.orWhereRaw(sql, bindings)
    }
  })
}

/**
 * Uses `strpos` instead of `like`: the planner overestimates its cost rather than underestimates it, and so scans in
 * order for frequent matches.
 */
async function whereText(context: ActionContext, query: Devices, { q, tags = [] }: DeviceFilter) {
  const parts = [q, tags.length === 1 ? tags[0] : undefined].filter((part) => part !== undefined)
  const candidates = await candidatesFor(context, parts)
  if (candidates) query.whereRaw('devices.id = any(?::uuid[])', [candidates])
  if (q !== undefined) query.whereRaw('strpos(devices.search, ?) > 0', [q.toLowerCase()])
  if (tags.length > 0) query.whereRaw('devices.tags && ?::text[]', [tags])
}
