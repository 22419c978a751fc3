import type { components } from '../../../shared/contract/api-types.ts'
import type { ProvisionedGroup } from '../../domain/inventory/scim/find-groups.ts'
import type { ProvisionedUser } from '../../domain/inventory/scim/find-users.ts'

type Schemas = components['schemas']

const core = 'urn:ietf:params:scim:schemas:core:2.0'

/** @param base address of SCIM, without a trailing slash */
export function presentScimUser({ provisioned, user, groups }: ProvisionedUser, base: string): Schemas['ScimUser'] {
  return {
    schemas: [`${core}:User`],
    id: user.id,
    ...(provisioned.externalId !== null && { externalId: provisioned.externalId }),
    userName: provisioned.userName,
    displayName: user.name,
    name: {
      formatted: user.name,
      ...(provisioned.givenName !== null && { givenName: provisioned.givenName }),
      ...(provisioned.familyName !== null && { familyName: provisioned.familyName }),
    },
    emails: [{ value: user.email, type: 'work', primary: true }],
    active: provisioned.isActive && user.disabledAt === null,
    groups: groups.map(({ id, displayName }) => ({ value: id, display: displayName })),
    meta: metaOf('User', provisioned, `${base}/Users/${user.id}`),
  }
}

/** @param base as for `presentScimUser` */
export function presentScimGroup({ group, members }: ProvisionedGroup, base: string): Schemas['ScimGroup'] {
  return {
    schemas: [`${core}:Group`],
    id: group.id,
    ...(group.externalId !== null && { externalId: group.externalId }),
    displayName: group.displayName,
    members: members.map(({ id, email }) => ({ value: id, display: email })),
    meta: metaOf('Group', group, `${base}/Groups/${group.id}`),
  }
}

/** @param startIndex position of the first resource, from 1 */
export function presentScimList(resources: object[], total: number, startIndex: number): Schemas['ScimList'] {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources as Schemas['ScimList']['Resources'],
  }
}

/**
 * Returns a resource with the attributes that a request selects, and always with `id` and `schemas`.
 * @param only names, separated by commas; without: all
 * @param without names to leave out. An attribute within another, `members.display`, is not left out
 */
export function selectAttributes<T extends object>(resource: T, only?: string, without?: string): T {
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isSelected(name, only, without))) as T
}

/** Whether a request selects an attribute. The parameters are those of `selectAttributes`. */
export function isSelected(name: string, only?: string, without?: string): boolean {
  if (name === 'id' || name === 'schemas') return true
  if (only !== undefined) return namesIn(only).some((listed) => listed.split('.')[0] === name.toLowerCase())
  return without === undefined || !namesIn(without).includes(name.toLowerCase())
}

/** Returns the attributes of a list in lower case, without the URN of the schema: `members.display`. */
function namesIn(list: string): string[] {
  return list.split(',').map((name) => name.trim().toLowerCase().replace(urn, ''))
}

const urn = /^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/

function metaOf(
  resourceType: string,
  { createdAt, updatedAt }: { createdAt: Date; updatedAt: Date },
  location: string,
): Schemas['ScimMeta'] {
  return { resourceType, created: createdAt.toISOString(), lastModified: updatedAt.toISOString(), location }
}
