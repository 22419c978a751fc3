import { type AttributeChange, attributesOf, isRecord, readOperations, textOf, valueOf } from './read-operations.ts'
import { readText } from './read-user.ts'
import { ScimRefused, invalidValue } from './scim-refused.ts'

/** The attributes of a group that Coffer stores. */
export interface GroupAttributes {
  displayName: string
  externalId: string | null
  /** Ids of users, in small letters. */
  members: ReadonlySet<string>
}

/** A group whose set of members the operations of a request change: copies of a large set would block the service. */
type Draft = GroupAttributes & { members: Set<string> }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const oneMember = /^members\[\s*value\s+eq\s+"([^"]*)"\s*\]$/

/**
 * Reads a complete group.
 * @throws ScimRefused invalidSyntax, invalidValue
 */
export function readGroup(body: unknown): GroupAttributes {
  const blank: Draft = { displayName: '', externalId: null, members: new Set<string>() }
  const group = attributesOf(body).reduce(withChange, blank)
  return { ...group, displayName: readText('displayName', group.displayName, 256) }
}

/**
 * Returns a group after the operations of a PATCH request.
 * @throws ScimRefused invalidSyntax, invalidValue, mutability, noTarget
 */
export function patchGroup(current: GroupAttributes, body: unknown): GroupAttributes {
  return readOperations(body).reduce(withChange, { ...current, members: new Set(current.members) })
}

function withChange(group: Draft, { op, path, value }: AttributeChange): Draft {
  if (op === 'remove') return without(group, path, value)
  if (path === 'displayname') return { ...group, displayName: readText('displayName', value, 256) }
  if (path === 'externalid')
    return { ...group, externalId: value === null || value === '' ? null : readText('externalId', value, 512) }
  if (path !== 'members') return group
  const named = idsIn(value)
  if (op === 'replace') group.members.clear()
  for (const id of named) group.members.add(id)
  return group
}

/** Entra ID names removed members in the value, Okta in the path. */
function without(group: Draft, path: string, value: unknown): Draft {
  if (path === 'displayname') throw new ScimRefused(400, 'mutability', 'displayName cannot be removed.')
  if (path === 'externalid') return { ...group, externalId: null }
  const [, inPath] = oneMember.exec(path) ?? []
  if (inPath === undefined && path !== 'members') {
    if (path.startsWith('members')) throw new ScimRefused(400, 'invalidPath', 'Use members[value eq "…"].')
    return group
  }
  const isAll = inPath === undefined && (value === undefined || value === null)
  if (isAll) group.members.clear()
  const removed = isAll ? [] : inPath === undefined ? idsIn(value) : [inPath]
  for (const id of removed) group.members.delete(id)
  return group
}

function idsIn(value: unknown): string[] {
  const all: unknown[] = value === null || value === undefined ? [] : Array.isArray(value) ? value : [value]
  return all.map((one) => {
    const id = textOf(isRecord(one) ? valueOf(one, 'value') : one)
    if (!uuid.test(id)) throw invalidValue('A member is not the id of a user.')
    return id
  })
}
