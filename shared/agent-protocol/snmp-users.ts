import type { components } from '../contract/api-types.ts'
import { openSealed, sealTo } from '../repository/seal.ts'

/** An SNMPv3 user with its passwords. Fields that its level does not need are absent. */
export type SnmpUser = components['schemas']['SnmpUser']

/** The agent process to which users are sealed. */
export interface SnmpUsersBinding {
  tenantId: string
  agentId: string
  sessionId: string
}

/** Seals users to the process of an agent, so that a proxy that terminates TLS can read no password. */
export async function sealSnmpUsers(
  envelopeKey: Uint8Array,
  place: SnmpUsersBinding,
  users: readonly SnmpUser[],
): Promise<Buffer> {
  return sealTo(envelopeKey, info, placeText(place), Buffer.from(JSON.stringify(users)))
}

/** @throws SealDamaged if the users are for another process */
export async function openSnmpUsers(
  envelopePrivateKey: Uint8Array,
  place: SnmpUsersBinding,
  sealed: Uint8Array,
): Promise<SnmpUser[]> {
  const json = await openSealed(envelopePrivateKey, info, placeText(place), sealed)
  return JSON.parse(json.toString()) as SnmpUser[]
}

const info = 'coffer snmp users 1'

function placeText({ tenantId, agentId, sessionId }: SnmpUsersBinding): string {
  return ['coffer snmp users', tenantId, agentId, sessionId].join('\n')
}
