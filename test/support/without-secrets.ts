import { tenantPermissions } from '../../shared/permissions/permissions.ts'
import { type Client, type Customer, type TestService, clientOf, must } from './service.ts'

/** The name of the caller in audit records. */
export const maskedEmail = 'masked@example.net'

/** Returns a session of a user with every permission of a customer but `secret:read`. */
export async function withoutSecrets(service: TestService, customer: Customer): Promise<Client> {
  const password = 'a password of some length, for masking'
  const permissions = tenantPermissions.filter((permission) => permission !== 'secret:read')
  const role = await customer.create('roles', { name: 'No secrets', permissions })
  const user = { email: maskedEmail, name: 'Masked', password, role: 'tenant_custom', role_id: role.id }
  await customer.create('users', user)
  const { token } = must(await service.anonymous.post('/api/auth/login', { email: maskedEmail, password }), 200)
  return clientOf(service.url, token)
}
