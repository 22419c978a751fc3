import { message } from '../../shared/messages/message.ts'
import type { components } from '../../shared/contract/api-types.ts'
import type { Connection } from './connection.ts'
import { CommandError, exitCodes } from './exit-codes.ts'
import { findDevice } from './find-device.ts'

type PolicyLevel = components['schemas']['PolicyLevel']

/** Levels of a policy; a test compares them with the contract. */
export const policyLevels = ['platform', 'customer', 'device'] as const satisfies readonly PolicyLevel[]

export const levelWord = { name: 'LEVEL', oneOf: policyLevels } as const

export const deviceOption = { type: 'string', value: 'DEVICE', description: 'device, for the level device' } as const

/**
 * Returns path and query of the request for a policy level.
 * @throws CommandError for an unknown level, and if the device or tenant that it needs is missing
 */
export async function policyTarget(connection: Connection, level: string, deviceName: string | undefined) {
  if (!isLevel(level))
    throw new CommandError(
      exitCodes.unusable,
      message('option_not_one_of', { option: 'LEVEL', given: level, choices: policyLevels }),
    )
  if ((level === 'device') !== (deviceName !== undefined)) {
    throw new CommandError(exitCodes.unusable, message('device_option_needs_level'))
  }
  const path = { level }
  if (level === 'platform') return { path, query: {} }
  if (deviceName === undefined) return { path, query: { tenant: await connection.tenantId() } }
  const { id, tenant_id: tenant } = await findDevice(connection, deviceName)
  return { path, query: { tenant, device_id: id } }
}

/** Returns the query for the effective policy: of a device, otherwise of the tenant, otherwise of the platform. */
export async function effectiveQuery(connection: Connection, deviceName: string | undefined) {
  if (deviceName === undefined) return { tenant: await connection.tenantId() }
  const { id, tenant_id: tenant } = await findDevice(connection, deviceName)
  return { tenant, device_id: id }
}

function isLevel(given: string): given is PolicyLevel {
  return policyLevels.some((level) => level === given)
}
