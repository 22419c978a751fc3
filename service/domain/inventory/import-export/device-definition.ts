import { Agent } from '../../../store/models/agent.ts'
import { Credential } from '../../../store/models/credential.ts'
import { DeviceAgent } from '../../../store/models/device-agent.ts'
import type { Device } from '../../../store/models/device.ts'
import type { ActionContext } from '../../kernel/context.ts'
import type { DeviceFields } from '../devices/device-fields.ts'
import { type DeviceOverrides, readOwnRules } from '../devices/device-overrides.ts'

type ById = 'credentialId' | 'credentialApiId' | 'credentialSshId' | 'agentIds'

/** A device in portable form: names replace ids, so that another installation can import it. */
export interface DeviceDefinition extends Omit<DeviceFields, ById>, DeviceOverrides {
  credential: string | null
  /** Credential of the `api` transport; null inherits `credential`. */
  credentialApi: string | null
  credentialSsh: string | null
  /** In the order of their names. Empty: any agent of the tenant. */
  agents: string[]
  enabled: boolean
  /** What the device shows about itself, for tables. The import ignores it. */
  facts?: FactCells
}

/** Columns of facts in an exported table. */
export const factCells = [
  'fact_hostname',
  'vendor',
  'model',
  'serial',
  'os_version',
  'end_of_sale_on',
  'end_of_support_on',
] as const

export type FactCells = Record<(typeof factCells)[number], string>

/** Returns the definitions of devices of one tenant, in the same order. */
export async function definitionsOf({ trx }: ActionContext, devices: Device[]): Promise<DeviceDefinition[]> {
  const credentials = await Credential.query(trx)
    .findByIds([...new Set(devices.flatMap(credentialIdsOf))])
    .select('id', 'name')
  const names = new Map(credentials.map(({ id, name }) => [id, name]))
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null))
  const agents = await agentNames(trx, devices)
  const ownOf = await ownRulesOf(trx, devices)
  return devices.map((device) => ({
    name: device.name,
    hostname: device.hostname,
    platform: device.platform,
    transportPref: device.transportPref,
    schedule: device.schedule,
    site: device.site,
    tags: device.tags,
    credential: nameOf(device.credentialId),
    credentialApi: nameOf(device.credentialApiId),
    credentialSsh: nameOf(device.credentialSshId),
    agents: agents.get(device.id) ?? [],
    options: device.options,
    stalenessHours: device.stalenessHours === null ? null : Number(device.stalenessHours),
    retryAttempts: device.retryAttempts,
    retryDelayMinutes: device.retryDelayMinutes,
    trustPosture: device.trustPosture,
    restorePolicy: device.restorePolicy,
    ...ownOf(device.id),
    enabled: device.enabled,
    facts: {
      fact_hostname: device.factHostname,
      vendor: device.factVendor,
      model: device.factModel,
      serial: device.factSerial,
      os_version: device.factOsVersion,
      end_of_sale_on: device.endOfSaleOn,
      end_of_support_on: device.endOfSupportOn,
    },
  }))
}

async function ownRulesOf(trx: ActionContext['trx'], devices: Device[]): Promise<(id: string) => DeviceOverrides> {
  const ids = devices.map(({ id }) => id)
  return readOwnRules(trx, devices[0]?.tenantId ?? '', ids)
}

function credentialIdsOf({ credentialId, credentialApiId, credentialSshId }: Device): string[] {
  return [credentialId, credentialApiId, credentialSshId].filter((id) => id !== null)
}

async function agentNames(trx: ActionContext['trx'], devices: Device[]): Promise<Map<string, string[]>> {
  const pairs = await DeviceAgent.query(trx).whereRaw('device_id = any(?::uuid[])', [devices.map(({ id }) => id)])
  const agents = await Agent.query(trx)
    .findByIds([...new Set(pairs.map(({ agentId }) => agentId))])
    .select('id', 'name')
  const names = new Map(agents.map(({ id, name }) => [id, name]))
  const byDevice = Map.groupBy(pairs, ({ deviceId }) => deviceId)
  return new Map([...byDevice].map(([id, own]) => [id, own.flatMap(({ agentId }) => names.get(agentId) ?? []).sort()]))
}
