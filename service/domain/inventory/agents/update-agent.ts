import { Agent, type Listeners, type SnmpUser } from '../../../store/models/agent.ts'
import { fieldNames } from '../../kernel/audit/field-names.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { invalidField, notFound } from '../../kernel/domain-error.ts'
import { reportLabMode } from './agent-events.ts'
import { requireNetworks } from '../login/networks.ts'
import { type AgentView, viewAgent } from './agent-view.ts'
import { rejectTakenAgent } from './create-agent.ts'
import { readSnmpUsers } from './read-snmp-users.ts'
import { openSnmpUsers, sealSnmpPasswords, type SnmpPasswords } from './snmp-passwords.ts'

export interface AgentChange {
  name?: string
  labMode?: boolean
  /** Null turns them off. */
  listeners?: Listeners | null
  /** Replace the former ones, of which users of the same name keep their passwords. */
  snmpUsers?: SnmpUser[]
}

/**
 * @throws DomainError not_found, slug_taken, name_taken, validation_failed for a relay that is no network, a port used
 *   twice, or a user that lacks what its level requires
 */
export async function updateAgent(context: TenantContext, id: string, change: AgentChange): Promise<AgentView> {
  if (change.listeners) checkListeners(change.listeners)
  const needsFormer = change.labMode !== undefined || change.snmpUsers !== undefined
  const before = needsFormer ? await Agent.query(context.trx).findById(id).forUpdate() : undefined
  if (needsFormer && !before) throw notFound()
  const { snmpUsers, ...fields } = change
  const users = before && snmpUsers && (await sealUsers(context, before, snmpUsers))
  const { columns, names } = users ?? {}
  const agent = await rejectTakenAgent(
    Agent.query(context.trx)
      .patchAndFetchById(id, { ...fields, ...columns, ...resetStates(change, context.now), updatedAt: context.now })
      .execute(),
  )
  if (!agent) throw notFound()
  if (change.labMode !== undefined && before?.labMode !== agent.labMode) await reportLabMode(context, agent)
  await recordAudit(context, 'agent.update', {
    kind: 'agent',
    id: agent.id,
    tenantId: agent.tenantId,
    detail: { changed: fieldNames(change), ...(names && { snmp_users: names }) },
  })
  return viewAgent(context, agent)
}

/** The states and events of the former listeners. */
function resetStates({ listeners }: AgentChange, now: Date) {
  return listeners === undefined ? {} : { listenersSince: now, listenerStates: null, silentListeners: [] }
}

/** Returns the columns and the changed names of users. The agent reads its users again when their time changes. */
async function sealUsers({ keys, now }: TenantContext, before: Agent, given: readonly SnmpUser[]) {
  const tenantKeys = await keys.of(before.tenantId)
  const former = openSnmpUsers(tenantKeys, before)
  const users = readSnmpUsers(given, former).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const passwords: SnmpPasswords = Object.fromEntries(
    users.map(({ name, auth_password, priv_password }) => [name, { auth_password, priv_password }]),
  )
  const columns = {
    snmpUsers: users.map(({ auth_password: _auth, priv_password: _priv, ...user }) => user),
    snmpPasswords: users.length > 0 ? sealSnmpPasswords(tenantKeys, before.id, passwords) : null,
    snmpUsersSince: now,
  }
  return { columns, names: compareUsers(former, users) }
}

/** Returns the names of the users that differ, for the audit. */
function compareUsers(former: readonly SnmpUser[], users: readonly SnmpUser[]) {
  const find = (among: readonly SnmpUser[], { name }: SnmpUser) => among.find((user) => user.name === name)
  const nameOf = ({ name }: SnmpUser) => name
  const kept = users.filter((user) => find(former, user))
  return {
    added: users.filter((user) => !find(former, user)).map(nameOf),
    changed: kept.filter((user) => !isSameUser(user, find(former, user)!)).map(nameOf),
    removed: former.filter((user) => !find(users, user)).map(nameOf),
  }
}

function isSameUser(user: SnmpUser, other: SnmpUser): boolean {
  const fields = ['level', 'auth_protocol', 'auth_password', 'priv_protocol', 'priv_password'] as const
  return fields.every((field) => user[field] === other[field])
}

/** TCP and UDP have separate ports. */
function checkListeners({
  relays = [],
  syslog_udp: udp,
  snmp_trap: trap,
  syslog_tcp: tcp,
  syslog_tls: tls,
}: Listeners) {
  requireNetworks('listeners.relays', relays)
  if (udp !== undefined && udp === trap) throw invalidField('listeners.snmp_trap', 'port_duplicate')
  if (tcp !== undefined && tcp === tls) throw invalidField('listeners.syslog_tls', 'port_duplicate')
}
