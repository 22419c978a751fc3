import { Agent } from '../../../store/models/agent.ts'
import { Credential } from '../../../store/models/credential.ts'
import { DeviceAgent } from '../../../store/models/device-agent.ts'
import { Device } from '../../../store/models/device.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import {
  type SecretDestination,
  addressDigest,
  addressOf,
  isAddressApproved,
  secretDestinations,
} from './device-address.ts'

/** Destinations of a device's secrets, and those that a user approved. */
export interface AddressView {
  device: Device
  isApproved: boolean
  digest: string
  destinations: NamedDestination[]
  /** Null if no destination was approved. */
  approved: NamedDestination[] | null
  /** Names of the agents that may receive the secrets; empty: any agent. */
  agents: string[]
}

/** `credentialName` is null if the credential was deleted. */
export type NamedDestination = SecretDestination & { credentialName: string | null }

export interface AddressFilter {
  pendingOnly: boolean
  deviceId?: string
}

/**
 * Returns addresses of devices in service that have a credential, by device name, after the last row of the previous
 * page.
 */
export async function listAddresses(
  context: ActionContext,
  { pendingOnly, deviceId }: AddressFilter,
  page: { limit: number; after: { name: string; id: string } | null },
): Promise<AddressView[]> {
  const query = Device.query(context.trx).whereNull('decommissionedAt').orderBy(['name', 'id']).limit(page.limit)
  if (pendingOnly) query.where('addressPending', true)
  else query.whereRaw('coalesce(credential_id, credential_api_id, credential_ssh_id) is not null')
  if (deviceId) query.where({ id: deviceId })
  if (page.after) query.whereRaw('(name, id) > (?, ?)', [page.after.name, page.after.id])
  return viewAddresses(context, await query)
}

/** @throws DomainError not_found */
export async function getAddress(context: ActionContext, deviceId: string): Promise<AddressView> {
  const device = await Device.query(context.trx).findById(deviceId)
  const [view] = device ? await viewAddresses(context, [device]) : []
  if (!view) throw notFound()
  return view
}

async function viewAddresses({ trx }: ActionContext, devices: Device[]): Promise<AddressView[]> {
  const ids = devices.map(({ id }) => id)
  const places = new Map(
    devices.map((device) => [
      device.id,
      {
        now: secretDestinations(addressOf(device)),
        approved: device.approvedAddress && secretDestinations(device.approvedAddress),
      },
    ]),
  )
  const used = [...places.values()].flatMap(({ now, approved }) => [...now, ...(approved ?? [])])
  const credentials = await Credential.query(trx)
    .findByIds([...new Set(used.map(({ credentialId }) => credentialId))])
    .select('id', 'name')
  const names = new Map(credentials.map(({ id, name }) => [id, name]))
  const named = (list: SecretDestination[]) =>
    list.map((one) => ({ ...one, credentialName: names.get(one.credentialId) ?? null }))
  const pairs = await DeviceAgent.query(trx).whereRaw('device_id = any(?::uuid[])', [ids])
  const agents = await Agent.query(trx)
    .findByIds([...new Set(pairs.map(({ agentId }) => agentId))])
    .select('id', 'name')
  const agentNames = new Map(agents.map(({ id, name }) => [id, name]))
  return devices.map((device) => {
    const { now = [], approved = null } = places.get(device.id) ?? {}
    const own = pairs.filter(({ deviceId }) => deviceId === device.id)
    return {
      device,
      isApproved: isAddressApproved(device),
      digest: addressDigest(addressOf(device)),
      destinations: named(now),
      approved: approved && named(approved),
      agents: own.flatMap(({ agentId }) => agentNames.get(agentId) ?? []).sort(),
    }
  })
}
