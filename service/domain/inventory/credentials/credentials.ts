import { randomUUIDv7 } from 'node:crypto'
import { Credential } from '../../../store/models/credential.ts'
import { violatedConstraint } from '../../../store/violated-constraint.ts'
import { rejectDuplicate } from '../../kernel/reject-duplicate.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext, TenantContext } from '../../kernel/context.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'
import { likePattern } from '../../kernel/like-pattern.ts'
import { type SecretName, type Secrets, namesOf, openSecrets, sealSecrets } from './credential-secrets.ts'

export interface NewCredential {
  name: string
  username: string | null
  description: string | null
  secrets: Secrets
}

/** An absent field keeps its value; a secret that is null is deleted. */
export interface CredentialChange {
  name?: string
  username?: string | null
  description?: string | null
  secrets: Partial<Record<SecretName, string | null>>
}

/** A credential and the number of devices that use it over any transport. */
export interface CredentialView {
  credential: Credential
  devices: number
}

/** Returns credentials in scope by name; `q` is a part of name, account or description. */
export async function listCredentials(
  context: ActionContext,
  filter: { q?: string; name?: string },
  page: { limit: number; after: { name: string; id: string } | null },
): Promise<CredentialView[]> {
  const query = Credential.query(context.trx).orderBy(['name', 'id']).limit(page.limit)
  if (page.after) query.whereRaw('(name, id) > (?, ?)', [page.after.name, page.after.id])
  if (filter.q) query.whereRaw(`lower(concat_ws(' ', name, username, description)) like ?`, [likePattern(filter.q)])
  if (filter.name !== undefined) query.where('name', filter.name)
  return withDevices(context, await query)
}

export async function getCredential(context: ActionContext, id: string): Promise<CredentialView> {
  const credential = await Credential.query(context.trx).findById(id)
  if (!credential) throw notFound()
  return viewOf(context, credential)
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
  await audited(context, 'credential.create', credential, { name: credential.name, secrets_set: credential.secretsSet })
  const { name } = credential
  await recordEvents(context, [
    {
      type: 'credential.created',
      tenantId: context.tenantId,
      data: { credential_id: id, name, by: context.actor.name },
    },
  ])
  return viewOf(context, credential)
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
  const secrets = merged(openSecrets(keys, credential), changed)
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
  await audited(context, 'credential.update', updated, { changed: names })
  const data = { credential_id: updated.id, name: updated.name, changed: names, by: context.actor.name }
  await recordEvents(context, [{ type: 'credential.changed', tenantId: updated.tenantId, data }])
  return viewOf(context, updated)
}

/** @throws DomainError not_found, or credential_in_use while a device or a fleet uses it */
export async function deleteCredential(context: TenantContext, id: string): Promise<void> {
  const credential = await Credential.query(context.trx).findById(id).forUpdate()
  if (!credential) throw notFound()
  const { devices } = await viewOf(context, credential)
  if (devices > 0) throw inUse('devices', devices)
  try {
    await Credential.query(context.trx).deleteById(id)
  } catch (error) {
    const violated = violatedConstraint(error)
    if (violated?.name.startsWith('fleets_')) throw inUse('fleets')
    if (violated?.kind === 'foreign_key') throw inUse('devices', 1)
    throw error
  }
  await audited(context, 'credential.delete', credential, { name: credential.name })
  const data = { credential_id: credential.id, name: credential.name, by: context.actor.name }
  await recordEvents(context, [{ type: 'credential.deleted', tenantId: credential.tenantId, data }])
}

function inUse(by: 'devices' | 'fleets', devices = 0) {
  return new DomainError('credential_in_use', { by, devices })
}

function merged(secrets: Secrets, changed: CredentialChange['secrets']): Secrets {
  const all = Object.entries({ ...secrets, ...changed }).filter(([, secret]) => typeof secret === 'string')
  return Object.fromEntries(all)
}

async function viewOf(context: ActionContext, credential: Credential): Promise<CredentialView> {
  const [view] = await withDevices(context, [credential])
  return view ?? { credential, devices: 0 }
}

async function withDevices(context: ActionContext, credentials: Credential[]): Promise<CredentialView[]> {
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

function audited(context: ActionContext, action: string, credential: Credential, detail: Record<string, unknown>) {
  return recordAudit(context, action, { kind: 'credential', id: credential.id, tenantId: credential.tenantId, detail })
}

function rejectTakenName<T>(writing: Promise<T>): Promise<T> {
  return rejectDuplicate(writing, () => new DomainError('name_taken', { resource: 'credential' }))
}
