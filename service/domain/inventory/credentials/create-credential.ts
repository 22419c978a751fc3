import { randomUUIDv7 } from 'node:crypto'
import { Credential } from '../../../store/models/credential.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { rejectDuplicate } from '../../kernel/reject-duplicate.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { type Secrets, namesOf, sealSecrets } from './credential-secrets.ts'
import { type CredentialView, viewCredential } from './credential-view.ts'
import { auditCredential } from './audit-credential.ts'

export interface NewCredential {
  name: string
  username: string | null
  description: string | null
  secrets: Secrets
}

/** @throws DomainError name_taken */
export async function createCredential(context: TenantContext, wanted: NewCredential): Promise<CredentialView> {
  const id = randomUUIDv7()
  const keys = await context.keys.of(context.tenantId)
  const credential = await rejectTakenName(
    Credential.query(context.trx)
      .insert({
        id,
        tenantId: context.tenantId,
        name: wanted.name,
        username: wanted.username,
        description: wanted.description,
        secrets: sealSecrets(keys, id, wanted.secrets),
        secretsSet: namesOf(wanted.secrets),
        createdAt: context.now,
        updatedAt: context.now,
      })
      .returning('*')
      .execute(),
  )
  await auditCredential(context, 'credential.create', credential, {
    name: credential.name,
    secrets_set: credential.secretsSet,
  })
  const { name } = credential
  await recordEvents(context, [
    {
      type: 'credential.created',
      tenantId: context.tenantId,
      data: { credential_id: id, name, by: context.actor.name },
    },
  ])
  return viewCredential(context, credential)
}

/** @throws DomainError name_taken instead of the database's error */
export function rejectTakenName<T>(writing: Promise<T>): Promise<T> {
  return rejectDuplicate(writing, () => new DomainError('name_taken', { resource: 'credential' }))
}
