import { message } from '../../shared/messages/message.ts'
import type { components } from '../../shared/contract/api-types.ts'
import type { Connection } from './connection.ts'
import { CommandEnd, exitCodes } from './exit-codes.ts'
import { findDevice } from './find-device.ts'

type PolicyLevel = components['schemas']['PolicyLevel']

/** Levels that a policy is set at; a test holds them equal to the contract. */
export const policyLevels = ['platform', 'customer', 'device'] as const satisfies readonly PolicyLevel[]

export const levelWord = { name: 'LEVEL', oneOf: policyLevels } as const

export const deviceOption = { type: 'string', value: 'DEVICE', tells: 'device, for the level device' } as const

/**
 * Where a policy is set: the path and the query of the request.
 * @throws CommandEnd for an unknown level, and where the level needs a device or a customer that is not named
 */
export async function policyTarget(connection: Connection, level: string, deviceName: string | undefined) {
  if (!isLevel(level))
    throw new CommandEnd(
      exitCodes.unusable,
      message('option_not_one_of', { option: 'LEVEL', given: level, choices: policyLevels }),
    )
  if ((level === 'device') !== (deviceName !== undefined)) {
    throw new CommandEnd(exitCodes.unusable, message('device_option_needs_level'))
  }
  const path = { level }
  if (level === 'platform') return { path, query: {} }
  if (deviceName === undefined) return { path, query: { tenant: await connection.tenantId() } }
  const { id, tenant_id: tenant } = await findDevice(connection, deviceName)
  return { path, query: { tenant, device_id: id } }
}

/** Where the question is what applies: a device, else the customer, else the platform. */
export async function effectiveQuery(connection: Connection, deviceName: string | undefined) {
  if (deviceName === undefined) return { tenant: await connection.tenantId() }
  const { id, tenant_id: tenant } = await findDevice(connection, deviceName)
  return { tenant, device_id: id }
}

function isLevel(given: string): given is PolicyLevel {
  return policyLevels.some((level) => level === given)
}
