import { type TestService, must, startTestService } from '../../support/service.ts'
import { type ClientUser, clientUser } from './client-runs.ts'

/** The administrator of the scene. */
export const email = 'ada@example.net'
export const password = 'a long enough "pass" phrase'

/** A service, and a platform administrator who is logged in with the command line client. */
export interface ClientScene {
  service: TestService
  user: ClientUser
}

/** @param env of the client, beside its own folder */
export async function createClientScene(env: NodeJS.ProcessEnv = {}): Promise<ClientScene> {
  const service = await startTestService()
  const admin = await service.as('platform_admin')
  must(await admin.post('/api/users', { email, name: 'Ada', role: 'platform_admin', password }), 201)
  const user = clientUser(env)
  await user.coffer(['login', service.url, '--email', email], `${password}\n`)
  return { service, user }
}
