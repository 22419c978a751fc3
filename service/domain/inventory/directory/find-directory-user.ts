import type { Client, Entry } from 'ldapts'
import type { LdapSettings } from '../../../store/models/identity-provider.ts'
import { fillFilter } from './fill-filter.ts'
import { isDisabledEntry, statusAttributes } from './is-disabled-entry.ts'

/** A user of a directory. */
export interface DirectoryUser {
  dn: string
  /** Value of the subject attribute; binary ones in hex. */
  subject: string
  isDisabled: boolean
  /** The attributes that were requested, `groups` if a group filter is set, and `sub`, which is the subject. */
  claims: Readonly<Record<string, unknown>>
}

/** Who is searched: what a user typed, or the subject of an account. */
export type DirectoryKey = { login: string } | { subject: string }

/** What is read of users. */
export interface DirectoryQuery {
  settings: LdapSettings
  /** Attributes that the rules of the provider use. */
  attributes: readonly string[]
  now: Date
}

const binary = ['objectGUID', 'objectSid']
const maxGroups = 1000

/**
 * Returns the only user with this login or subject; null for none, for several, and without the subject attribute.
 * @throws Error of ldapts
 */
export async function findDirectoryUser(
  client: Client,
  key: DirectoryKey,
  { settings, attributes, now }: DirectoryQuery,
): Promise<DirectoryUser | null> {
  const wanted = new Set([settings.subjectAttribute, 'memberOf', ...attributes, ...statusAttributes])
  const { searchEntries } = await client.search(settings.baseDn, {
    scope: 'sub',
    filter: await filterFor(key, settings),
    attributes: [...wanted],
    explicitBufferAttributes: binary,
    sizeLimit: 2,
    timeLimit: 10,
  })
  const [entry] = searchEntries
  if (!entry || searchEntries.length > 1) return null
  const subject = valuesIn(entry, settings.subjectAttribute)[0]
  if (!subject) return null
  const groups = await findGroups(client, entry.dn, settings)
  const claims: Record<string, unknown> = Object.create(null)
  for (const name of ['memberOf', ...attributes]) {
    const values = valuesIn(entry, name)
    if (values.length > 0) claims[name] = values.length === 1 ? values[0] : values
  }
  const isDisabled = isDisabledEntry((name) => valuesIn(entry, name)[0], now)
  return {
    dn: entry.dn,
    subject,
    isDisabled: isDisabled || (await matches(client, entry.dn, settings.disabledFilter)),
    claims: Object.assign(claims, groups && { groups }, { sub: subject }),
  }
}

async function filterFor(key: DirectoryKey, { userFilter, subjectAttribute }: LdapSettings) {
  if ('login' in key) {
    const user = key.login.slice(0, key.login.includes('@') ? key.login.lastIndexOf('@') : undefined)
    return fillFilter(userFilter, { login: key.login, user })
  }
  const { EqualityFilter } = await import('ldapts')
  const value = isBinary(subjectAttribute) ? Buffer.from(key.subject, 'hex') : key.subject
  return new EqualityFilter({ attribute: subjectAttribute, value })
}

/** Returns the names of the groups that the group filter finds; null without one. */
async function findGroups(
  client: Client,
  dn: string,
  { groupFilter, groupBaseDn, baseDn }: LdapSettings,
): Promise<string[] | null> {
  if (groupFilter === null) return null
  const { searchEntries } = await client.search(groupBaseDn ?? baseDn, {
    scope: 'sub',
    filter: fillFilter(groupFilter, { dn }),
    attributes: ['1.1'],
    sizeLimit: maxGroups,
    timeLimit: 10,
  })
  return searchEntries.map((group) => group.dn)
}

async function matches(client: Client, dn: string, filter: string | null): Promise<boolean> {
  if (filter === null) return false
  const { searchEntries } = await client.search(dn, { scope: 'base', filter, attributes: ['1.1'], timeLimit: 10 })
  return searchEntries.length > 0
}

/** Names of attributes are case-insensitive. */
function valuesIn(entry: Entry, name: string): string[] {
  const found = Object.keys(entry).find((key) => key.toLowerCase() === name.toLowerCase())
  if (found === undefined || found === 'dn') return []
  const values = [entry[found]].flat() as (string | Buffer)[]
  return values.map((value) => (typeof value === 'string' ? value : value.toString(isBinary(name) ? 'hex' : 'utf8')))
}

function isBinary(name: string): boolean {
  return binary.some((one) => one.toLowerCase() === name.toLowerCase())
}
