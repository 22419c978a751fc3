import { type AttributeChange, attributesOf, isRecord, readOperations, textOf, valueOf } from './read-operations.ts'
import { ScimRefused, invalidValue } from './scim-refused.ts'

/** The attributes of a user that Coffer stores. */
export interface UserAttributes {
  userName: string
  externalId: string | null
  email: string
  /** Parts of the name; null if the provider states none. */
  givenName: string | null
  familyName: string | null
  /** The name that Coffer shows. */
  name: string
  isActive: boolean
}

/** The attributes that a request names. */
type Named = Partial<Omit<UserAttributes, 'name'> & { displayName: string; formatted: string }>

const controls = /[\u0000-\u001f\u007f]/ // eslint-disable-line no-control-regex
/** The work or primary address; Coffer stores no other. */
const emailPath = /^emails\[\s*(type\s+eq\s+"work"|primary\s+eq\s+"?true"?)\s*\](\.value)?$/

/**
 * Reads a complete user. Without `emails`, `userName` is the address; without a name, `userName` is the name.
 * @throws ScimRefused invalidSyntax, invalidValue
 */
export function readUser(body: unknown): UserAttributes {
  const named = attributesOf(body).reduce(withChange, {})
  const { userName, email = userName, externalId = null, isActive = true } = named
  if (userName === undefined || email === undefined) throw invalidValue('userName is missing.')
  const { givenName = null, familyName = null } = named
  const name = named.displayName ?? named.formatted ?? joinName(givenName, familyName) ?? userName
  return { userName, email, externalId, isActive, givenName, familyName, name }
}

/**
 * Returns a user after the operations of a PATCH request. A `userName` that is the address changes both, unless the request
 * names `emails`. A part of the name changes the name if both parts are known and the request does not state it.
 * @throws ScimRefused invalidSyntax, invalidValue, mutability, noTarget
 */
export function patchUser(current: UserAttributes, body: unknown): UserAttributes {
  const { displayName, formatted, ...named } = readOperations(body).reduce<Named>(withChange, {})
  const isAddress = current.email.toLowerCase() === current.userName.toLowerCase()
  const { userName, email = isAddress ? userName : undefined } = named
  const changed = { ...current, ...named, ...(email !== undefined && { email }) }
  const { givenName, familyName } = changed
  const hasNewPart = givenName !== current.givenName || familyName !== current.familyName
  const isComplete = hasNewPart && givenName !== null && familyName !== null
  const joined = isComplete ? joinName(givenName, familyName) : undefined
  return { ...changed, name: displayName ?? formatted ?? joined ?? current.name }
}

/** Adds a change to those before it. Unknown attributes are ignored. */
function withChange(named: Named, { op, path, value }: AttributeChange): Named {
  if (op === 'remove') return withoutAttribute(named, path)
  if (path === 'active') return { ...named, isActive: readBoolean(value) }
  if (path === 'username') return { ...named, userName: readText('userName', value, 320) }
  if (path === 'externalid')
    return { ...named, externalId: value === null || value === '' ? null : readText('externalId', value, 512) }
  if (path === 'displayname' || path === 'name.formatted' || partOf[path]) return withName(named, path, value)
  if (path === 'name' && isRecord(value)) {
    return Object.entries(value).reduce(
      (before, [part, one]) => withName(before, `name.${part.toLowerCase()}`, one),
      named,
    )
  }
  const email = path === 'emails' ? emailIn(value) : emailPath.test(path) ? emailOf(value) : undefined
  return email === undefined ? named : { ...named, email: readText('emails', email, 320) }
}

function withoutAttribute(named: Named, path: string): Named {
  if (path === 'externalid') return { ...named, externalId: null }
  if (path === 'name') return { ...named, givenName: null, familyName: null }
  if (partOf[path]) return { ...named, [partOf[path]]: null }
  if (path === 'username' || path === 'active' || path === 'emails' || emailPath.test(path)) {
    throw new ScimRefused(400, 'mutability', 'userName, active and emails cannot be removed.')
  }
  return named
}

/** An empty name is the same as no name. */
function withName(named: Named, path: string, value: unknown): Named {
  const part = partOf[path]
  const isEmpty = value === undefined || value === null || value === ''
  if (part) return { ...named, [part]: isEmpty ? null : readText(path, value, 200) }
  if (isEmpty) return named
  if (path === 'displayname') return { ...named, displayName: readText('displayName', value, 200) }
  return path === 'name.formatted' ? { ...named, formatted: readText('name.formatted', value, 200) } : named
}

const partOf: Record<string, 'givenName' | 'familyName'> = {
  'name.givenname': 'givenName',
  'name.familyname': 'familyName',
}

function joinName(...parts: (string | null)[]): string | undefined {
  const stated = parts.filter((part) => part !== null)
  return stated.length === 0 ? undefined : readText('name', stated.join(' '), 200)
}

/** Returns the primary address, or that of work, or the first. */
function emailIn(value: unknown): unknown {
  const all: unknown[] = Array.isArray(value) ? value : [value]
  const isPrimary = (one: unknown) => isRecord(one) && textOf(valueOf(one, 'primary')) === 'true'
  return emailOf(all.find(isPrimary) ?? all.find((one) => isRecord(one) && valueOf(one, 'type') === 'work') ?? all[0])
}

function emailOf(value: unknown): unknown {
  return isRecord(value) ? valueOf(value, 'value') : value
}

/** Entra ID sends texts: `"False"`. */
function readBoolean(value: unknown): boolean {
  const text = textOf(value)
  if (text !== 'true' && text !== 'false') throw invalidValue('active is neither true nor false.')
  return text === 'true'
}

/** @throws ScimRefused invalidValue */
export function readText(name: string, value: unknown, most: number): string {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text === '' || text.length > most || controls.test(text)) {
    throw invalidValue(`${name} is not a text of 1 to ${most} characters.`)
  }
  return text
}
