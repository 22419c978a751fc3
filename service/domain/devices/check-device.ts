import { faultOfSchedule } from '../../../shared/cron/schedule.ts'
import { platformById } from '../../../shared/platforms/registry.ts'
import { Tenant } from '../../store/models/tenant.ts'
import type { TenantCall } from '../call.ts'
import { refusedFields } from '../refusal.ts'
import { faultOfPosture } from '../trust/effective-posture.ts'
import type { DeviceFields, DeviceRules } from './device-fields.ts'
import { type Fault, faultsOfOptions } from './device-options.ts'

const credentialFields = {
  credentialId: 'credential_id',
  credentialApiId: 'credential_api_id',
  credentialSshId: 'credential_ssh_id',
} as const

/**
 * Checks what is said of a device, as it will stand, but only the fields that are said now: what was accepted earlier
 * is not held against a change of something else.
 * @throws Refusal 422 naming every field at fault
 */
export async function checkDevice(
  call: TenantCall,
  device: DeviceFields,
  said: ReadonlySet<keyof DeviceFields>,
  rules: DeviceRules,
): Promise<void> {
  const faults = [
    ...(said.has('schedule') ? scheduleFaults(device) : []),
    ...(said.has('platform') || said.has('transportPref') ? transportFaults(device) : []),
    ...(said.has('platform') || said.has('options') ? faultsOfOptions(device.platform, device.options) : []),
    ...(await credentialFaults(call, device, said)),
    ...(said.has('agentIds') ? await agentFaults(call, device) : []),
    ...(said.has('trustPosture') ? await postureFaults(call, device, rules) : []),
  ]
  if (faults.length > 0) throw refusedFields(faults)
}

function scheduleFaults({ schedule }: DeviceFields): Fault[] {
  const message = schedule === '' ? null : faultOfSchedule(schedule)
  return message === null ? [] : [{ path: 'schedule', message }]
}

function transportFaults({ platform, transportPref }: DeviceFields): Fault[] {
  const transports = platformById(platform)?.transports ?? []
  if (transportPref === 'auto' || transports.includes(transportPref)) return []
  return [{ path: 'transport_pref', message: `this platform has ${transports.join(' and ')} only` }]
}

/** The row policy hides another customer's: same words, same work. What is found cannot go before this transaction ends. */
async function credentialFaults(call: TenantCall, device: DeviceFields, said: ReadonlySet<keyof DeviceFields>) {
  const wanted = Object.entries(credentialFields).flatMap(([field, path]) => {
    const id = device[field as keyof typeof credentialFields]
    return id !== null && said.has(field as keyof DeviceFields) ? [{ id, path }] : []
  })
  const found = await lockRows(
    call,
    'credentials',
    wanted.map(({ id }) => id),
  )
  return wanted.filter(({ id }) => !found.has(id)).map(({ path }) => ({ path, message: 'no such credential' }))
}

async function agentFaults(call: TenantCall, { agentIds }: DeviceFields): Promise<Fault[]> {
  const found = await lockRows(call, 'agents', agentIds)
  return agentIds.flatMap((id, at) => (found.has(id) ? [] : [{ path: `agent_ids.${at}`, message: 'no such agent' }]))
}

async function lockRows({ trx }: TenantCall, table: string, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    'select id from ?? where id = any(?::uuid[]) order by id for key share',
    [table, ids],
  )
  return new Set(rows.map(({ id }) => id))
}

async function postureFaults(call: TenantCall, { trustPosture }: DeviceFields, { platformPosture }: DeviceRules) {
  if (trustPosture !== 'tofu') return []
  const tenant = await Tenant.query(call.trx).findById(call.tenantId).throwIfNotFound()
  const levels = { platform: platformPosture, customer: tenant.trustPosture, device: trustPosture }
  const message = faultOfPosture(levels, 'device')
  return message === null ? [] : [{ path: 'trust_posture', message }]
}
