import type { Credential } from '../../../store/models/credential.ts'
import type { ActionContext } from '../../kernel/context.ts'

/** A credential and the number of devices that use it over any transport. */
export interface CredentialView {
  credential: Credential
  devices: number
}

/** Returns a credential with the number of devices that use it. */
export async function viewCredential(context: ActionContext, credential: Credential): Promise<CredentialView> {
  const [view] = await viewCredentials(context, [credential])
  return view ?? { credential, devices: 0 }
}

/** Returns credentials with the number of devices that use each, in their order. */
export async function viewCredentials(context: ActionContext, credentials: Credential[]): Promise<CredentialView[]> {
  const ids = credentials.map(({ id }) => id)
  const { rows } = await context.trx.raw(
    `select used.id, count(distinct devices.id)::int as devices
     from devices cross join lateral
       (values (credential_id), (credential_api_id), (credential_ssh_id)) as used (id)
     where used.id = any (?::uuid[]) group by used.id`,
    [ids],
  )
  const counts = new Map<string, number>(rows.map((row: { id: string; devices: number }) => [row.id, row.devices]))
  return credentials.map((credential) => ({ credential, devices: counts.get(credential.id) ?? 0 }))
}
