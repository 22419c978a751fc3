import { openField, sealField } from '../../../keys/sealed-field.ts'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'
import type { Agent, SnmpUser } from '../../../store/models/agent.ts'

/** The passwords of the users of an agent, by user name. */
export type SnmpPasswords = Record<string, Pick<SnmpUser, 'auth_password' | 'priv_password'>>

/** Seals the passwords of an agent's users for its row. */
export function sealSnmpPasswords(keys: TenantKeys, agentId: string, passwords: SnmpPasswords): Buffer {
  return sealField(keys, bindingOf(agentId), JSON.stringify(passwords))
}

/** Returns the users of an agent with their passwords. Used only to change them, and for the agent itself. */
export function openSnmpUsers(
  keys: TenantKeys,
  { id, snmpUsers, snmpPasswords }: Pick<Agent, 'id' | 'snmpUsers' | 'snmpPasswords'>,
): SnmpUser[] {
  if (snmpPasswords === null) return snmpUsers
  const text = openField(keys, bindingOf(id), snmpPasswords).toString('utf8')
  const passwords = new Map(Object.entries(JSON.parse(text) as SnmpPasswords))
  return snmpUsers.map((user) => ({ ...user, ...passwords.get(user.name) }))
}

function bindingOf(agentId: string) {
  return { row: agentId, field: 'snmp_passwords' }
}
