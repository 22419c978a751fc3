const core = 'urn:ietf:params:scim:schemas:core:2.0'

/**
 * Returns what the SCIM service supports, its resource types, and the attributes that Coffer stores (RFC 7643, sections 5
 * to 7).
 * @param base address of SCIM, without a trailing slash
 */
export function scimDocuments(base: string) {
  const meta = (resourceType: string, path: string) => ({ meta: { resourceType, location: `${base}/${path}` } })
  const resourceTypes = ['User', 'Group'].map((name) => ({
    schemas: [`${core}:ResourceType`],
    id: name,
    name,
    endpoint: `/${name}s`,
    schema: `${core}:${name}`,
    ...meta('ResourceType', `ResourceTypes/${name}`),
  }))
  const schemas = Object.entries(attributes).map(([name, all]) => ({
    schemas: [`${core}:Schema`],
    id: `${core}:${name}`,
    name,
    description: name,
    attributes: all,
    ...meta('Schema', `Schemas/${core}:${name}`),
  }))
  return { config: { ...supported, ...meta('ServiceProviderConfig', 'ServiceProviderConfig') }, resourceTypes, schemas }
}

const supported = {
  schemas: [`${core}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 200 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API token',
      description: 'An API token of a service account with the permission user:provision',
      primary: true,
    },
  ],
}

const attributes = {
  User: [
    anAttribute('userName', { required: true, uniqueness: 'server' }),
    anAttribute('externalId', { caseExact: true }),
    anAttribute('displayName'),
    anAttribute('name', {
      type: 'complex',
      subAttributes: [anAttribute('formatted'), anAttribute('givenName'), anAttribute('familyName')],
    }),
    anAttribute('emails', {
      ...{ type: 'complex', multiValued: true },
      subAttributes: [anAttribute('value'), anAttribute('primary', { type: 'boolean' })],
    }),
    anAttribute('active', { type: 'boolean' }),
    anAttribute('groups', {
      ...{ type: 'complex', multiValued: true, mutability: 'readOnly' },
      subAttributes: [anAttribute('value', { mutability: 'readOnly' })],
    }),
  ],
  Group: [
    anAttribute('displayName', { required: true, uniqueness: 'server' }),
    anAttribute('externalId', { caseExact: true }),
    anAttribute('members', { type: 'complex', multiValued: true, subAttributes: [anAttribute('value')] }),
  ],
}

function anAttribute(name: string, fields: object = {}) {
  return {
    ...{ name, type: 'string', multiValued: false, required: false, caseExact: false },
    ...{ mutability: 'readWrite', returned: 'default', uniqueness: 'none' },
    ...fields,
  }
}
