import { type AttributeChange, attributesOf, isRecord, readOperations, textOf, valueOf } from './read-operations.ts'
import { ScimRefused, invalidValue } from './scim-refused.ts'

/** The attributes of a user that Coffer stores. */
export interface UserAttributes {
  userName: string
  externalId: string | null
  email: string
  name: string
  isActive: boolean
}

/** The attributes that a request names. */
type Named = Partial<UserAttributes>

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
  return { userName, email, externalId, isActive, name: named.name ?? userName }
}

/**
 * Returns a user after the operations of a PATCH request. A `userName` that is the address changes both, unless the request
 * names `emails`.
 * @throws ScimRefused invalidSyntax, invalidValue, mutability, noTarget
 */
export function patchUser(current: UserAttributes, body: unknown): UserAttributes {
  const named = readOperations(body).reduce(withChange, {})
  const isAddress = current.email.toLowerCase() === current.userName.toLowerCase()
  const { userName, email = isAddress ? userName : undefined } = named
  return { ...current, ...named, ...(email !== undefined && { email }) }
}

/** Adds a change to those before it. Unknown attributes are ignored. */
function withChange(named: Named, { op, path, value }: AttributeChange): Named {
  if (op === 'remove') return withoutAttribute(named, path)
  if (path === 'active') return { ...named, isActive: readBoolean(value) }
  if (path === 'username') return { ...named, userName: readText('userName', value, 320) }
  if (path === 'externalid')
    return { ...named, externalId: value === null || value === '' ? null : readText('externalId', value, 512) }
  if (path === 'displayname' || path === 'name.formatted') return withName(named, value)
  if (path === 'name' && isRecord(value)) return withName(named, nameIn(value), named.name)
  const email = path === 'emails' ? emailIn(value) : emailPath.test(path) ? emailOf(value) : undefined
  return email === undefined ? named : { ...named, email: readText('emails', email, 320) }
}

function withoutAttribute(named: Named, path: string): Named {
  if (path === 'externalid') return { ...named, externalId: null }
  if (path === 'username' || path === 'active' || path === 'emails' || emailPath.test(path)) {
    throw new ScimRefused(400, 'mutability', 'userName, active and emails cannot be removed.')
  }
  return named
}

/** @param known a name that the request stated before, which another form of the name does not replace */
function withName(named: Named, value: unknown, known?: string): Named {
  if (known !== undefined || value === undefined || value === null || value === '') return named
  return { ...named, name: readText('displayName', value, 200) }
}

function nameIn(name: Record<string, unknown>): unknown {
  const formatted = valueOf(name, 'formatted')
  if (typeof formatted === 'string' && formatted !== '') return formatted
  const parts = [valueOf(name, 'givenname'), valueOf(name, 'familyname')]
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' ')
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
