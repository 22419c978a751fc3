import { randomUUIDv7 } from 'node:crypto'
import { ScimGroup } from '../../../store/models/scim-group.ts'
import { ScimUser } from '../../../store/models/scim-user.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { type ProvisionedGroup, getGroup } from './find-groups.ts'
import { changeMemberships } from './group-roles.ts'
import type { Provisioning } from './provisioning.ts'
import type { GroupAttributes } from './read-group.ts'
import { rejectTakenName } from './reject-taken-name.ts'
import { ScimRefused, invalidValue } from './scim-refused.ts'

/** Groups of a provider. */
const maxGroups = 1_000

/** Members of a group: a response contains them all. */
const maxMembers = 20_000

/**
 * Adds a group, whose members get the role of its mapping.
 * @throws ScimRefused 403 as `changeMemberships`, invalidValue, uniqueness
 */
export async function createGroup(provisioning: Provisioning, wanted: GroupAttributes): Promise<ProvisionedGroup> {
  const { context, provider } = provisioning
  const { trx, now, tenantId } = context
  if ((await ScimGroup.query(trx).where({ providerId: provider.id }).resultSize()) >= maxGroups) {
    throw new ScimRefused(409, null, `Coffer accepts ${maxGroups} groups of an identity provider.`)
  }
  const { displayName, externalId, members } = wanted
  const id = randomUUIDv7()
  const row = { id, tenantId, providerId: provider.id, displayName, externalId, createdAt: now, updatedAt: now }
  await rejectTakenName(ScimGroup.query(trx).insert(row).execute())
  requireMemberCount(members.size)
  const added = [...members]
  await requireMembers(provisioning, added)
  await changeMemberships(provisioning, added, members, () => replaceRows(provisioning, id, { added, removed: [] }))
  const detail = { name: displayName, ...describeMembers({ added, removed: [] }) }
  await recordAudit(context, 'scim_group.create', { kind: 'scim_group', id, detail })
  return getGroup(provisioning, id)
}

/**
 * Changes a group and the roles of the members that the change concerns. A request that changes nothing leaves no audit record.
 * @param read returns the attributes after the request
 * @throws ScimRefused 404, 403 as `changeMemberships`, invalidValue, uniqueness
 */
export async function changeGroup(
  provisioning: Provisioning,
  id: string,
  read: (current: GroupAttributes) => GroupAttributes,
): Promise<ProvisionedGroup> {
  const { context } = provisioning
  const { trx, now } = context
  const found = await getGroup(provisioning, id)
  const { group, members } = found
  const before = new Set(members.map((member) => member.id))
  const { displayName, externalId } = group
  const wanted = read({ displayName, externalId, members: before })
  requireMemberCount(wanted.members.size)
  const added = [...wanted.members].filter((one) => !before.has(one))
  const removed = [...before].filter((one) => !wanted.members.has(one))
  const changed = [
    ...(wanted.displayName === displayName ? [] : ['display_name']),
    ...(wanted.externalId === externalId ? [] : ['external_id']),
    ...(added.length + removed.length === 0 ? [] : ['members']),
  ]
  if (changed.length === 0) return found
  const kept = wanted.displayName === displayName ? [] : [...before].filter((one) => wanted.members.has(one))
  const fields = { displayName: wanted.displayName, externalId: wanted.externalId, updatedAt: now }
  await requireMembers(provisioning, added)
  const gaining = new Set([...added, ...kept])
  await changeMemberships(provisioning, [...added, ...removed, ...kept], gaining, async () => {
    await rejectTakenName(ScimGroup.query(trx).findById(id).patch(fields).execute())
    await replaceRows(provisioning, id, { added, removed })
  })
  const detail = { name: wanted.displayName, changed, ...describeMembers({ added, removed }) }
  await recordAudit(context, 'scim_group.update', { kind: 'scim_group', id, detail })
  return getGroup(provisioning, id)
}

/**
 * Deletes a group. Its members lose the role that it gave.
 * @throws ScimRefused 404
 */
export async function deleteGroup(provisioning: Provisioning, id: string): Promise<void> {
  const { context } = provisioning
  const { group, members } = await getGroup(provisioning, id)
  const ids = members.map((member) => member.id)
  await changeMemberships(provisioning, ids, new Set(), async () => {
    await ScimGroup.query(context.trx).deleteById(id)
  })
  const detail = { name: group.displayName, ...describeMembers({ added: [], removed: ids }) }
  await recordAudit(context, 'scim_group.delete', { kind: 'scim_group', id, detail })
}

interface MemberChange {
  added: string[]
  removed: string[]
}

/** Members that an audit record names. */
const maxNamed = 100

/** Returns numbers and ids of members for an audit record. */
function describeMembers({ added, removed }: MemberChange): object {
  return {
    ...(added.length > 0 && { members_added: added.length, added: added.slice(0, maxNamed) }),
    ...(removed.length > 0 && { members_removed: removed.length, removed: removed.slice(0, maxNamed) }),
  }
}

async function replaceRows({ context }: Provisioning, id: string, { added, removed }: MemberChange): Promise<void> {
  const { trx, tenantId } = context
  await trx('scim_group_members').where({ group_id: id }).whereRaw('user_id = any(?::uuid[])', [removed]).delete()
  if (added.length === 0) return
  await trx.raw(
    `insert into scim_group_members (group_id, user_id, tenant_id) select ?, user_id, ? from unnest(?::uuid[]) user_id`,
    [id, tenantId, added],
  )
}

/** @throws ScimRefused 409 */
function requireMemberCount(count: number): void {
  if (count <= maxMembers) return
  throw new ScimRefused(
    409,
    null,
    `Coffer accepts ${maxMembers} members of a group, and the request results in ${count}.`,
  )
}

async function requireMembers({ context: { trx }, provider }: Provisioning, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const known = ScimUser.query(trx)
    .whereRaw('user_id = any(?::uuid[])', [ids])
    .where({ providerId: provider.id })
    .whereNull('deletedAt')
  if ((await known.resultSize()) !== ids.length) throw invalidValue('A member is not a user of the identity provider.')
}
