import { randomUUID } from 'node:crypto'
import { type Client, type Customer, type TestService, clientOf, must } from './service.ts'

const paths = { user: '/api/scim/v2/Users', group: '/api/scim/v2/Groups' }

/**
 * Returns a client with the token of a service account of this customer, or of the platform, that provisions users.
 * @param maker creates the token; default: a platform administrator
 */
export async function provisionerOf(
  service: TestService,
  customer: Pick<Customer, 'id'> | null,
  maker?: Client,
): Promise<Client> {
  const admin = maker ?? (await service.as('platform_admin'))
  const query = customer ? `?tenant=${customer.id}` : ''
  const name = randomUUID().slice(0, 8)
  const role = { name: `Provisioning ${name}`, permissions: ['user:provision'] }
  const { id } = must(await admin.post(`/api/roles${query}`, role), 201)
  const fields = { name: `scim-${name}`, role: customer ? 'tenant_custom' : 'platform_custom', role_id: id }
  const account = must(await admin.post(`/api/service-accounts${query}`, fields), 201)
  const made = must(await admin.post(`/api/service-accounts/${account.id}/tokens`, { name: 'scim' }), 201)
  return clientOf(service.url, made.token)
}

/** Adds a user or a group, and returns its id. */
export async function provision(client: Client, kind: 'user' | 'group', body: object): Promise<string> {
  return must(await client.post(paths[kind], body), 201).id
}
