import { Credential } from '../../../store/models/credential.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { type SecretName, type Secrets, namesOf, openSecrets, sealSecrets } from './credential-secrets.ts'
import { type CredentialView, viewCredential } from './credential-view.ts'
import { auditCredential } from './audit-credential.ts'
import { rejectTakenName } from './create-credential.ts'

/** An absent field keeps its value; a secret that is null is deleted. */
export interface CredentialChange {
  name?: string
  username?: string | null
  description?: string | null
  secrets: Partial<Record<SecretName, string | null>>
}

/** @throws DomainError not_found, name_taken */
export async function updateCredential(
  context: TenantContext,
  id: string,
  change: CredentialChange,
): Promise<CredentialView> {
  const credential = await Credential.query(context.trx).findById(id).forUpdate()
  if (!credential) throw notFound()
  const keys = await context.keys.of(credential.tenantId)
  const { secrets: changed, ...fields } = change
  const secrets = mergeSecrets(openSecrets(keys, credential), changed)
  const updated = await rejectTakenName(
    Credential.query(context.trx)
      .patchAndFetchById(id, {
        ...fields,
        secrets: sealSecrets(keys, credential.id, secrets), // `id` may be in upper case
        secretsSet: namesOf(secrets),
        ...(Object.keys(changed).length > 0 && { secretsChangedAt: context.now }),
        updatedAt: context.now,
      })
      .execute(),
  )
  const names = [...Object.keys(fields), ...Object.keys(changed)]
  await auditCredential(context, 'credential.update', updated, { changed: names })
  const data = { credential_id: updated.id, name: updated.name, changed: names, by: context.actor.name }
  await recordEvents(context, [{ type: 'credential.changed', tenantId: updated.tenantId, data }])
  return viewCredential(context, updated)
}

function mergeSecrets(secrets: Secrets, changed: CredentialChange['secrets']): Secrets {
  const all = Object.entries({ ...secrets, ...changed }).filter(([, secret]) => typeof secret === 'string')
  return Object.fromEntries(all)
}
