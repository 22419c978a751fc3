const core = 'urn:ietf:params:scim:schemas:core:2.0'

/** What the SCIM service supports (RFC 7643, section 5). */
export const scimConfig = {
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

/** The resource types (RFC 7643, section 6). */
export const scimResourceTypes = ['User', 'Group'].map((name) => ({
  schemas: [`${core}:ResourceType`],
  id: name,
  name,
  endpoint: `/${name}s`,
  schema: `${core}:${name}`,
}))

/** The attributes that Coffer stores (RFC 7643, section 7). */
export const scimSchemas = [
  aSchema('User', [
    anAttribute('userName', { required: true, uniqueness: 'server' }),
    anAttribute('externalId', { caseExact: true }),
    anAttribute('displayName'),
    anAttribute('name', { type: 'complex', subAttributes: [anAttribute('formatted')] }),
    anAttribute('emails', {
      ...{ type: 'complex', multiValued: true },
      subAttributes: [anAttribute('value'), anAttribute('primary', { type: 'boolean' })],
    }),
    anAttribute('active', { type: 'boolean' }),
  ]),
  aSchema('Group', [
    anAttribute('displayName', { required: true, uniqueness: 'server' }),
    anAttribute('externalId', { caseExact: true }),
    anAttribute('members', { type: 'complex', multiValued: true, subAttributes: [anAttribute('value')] }),
  ]),
]

function aSchema(name: string, attributes: object[]) {
  return { schemas: [`${core}:Schema`], id: `${core}:${name}`, name, description: name, attributes }
}

function anAttribute(name: string, fields: object = {}) {
  return {
    ...{ name, type: 'string', multiValued: false, required: false, caseExact: false },
    ...{ mutability: 'readWrite', returned: 'default', uniqueness: 'none' },
    ...fields,
  }
}
