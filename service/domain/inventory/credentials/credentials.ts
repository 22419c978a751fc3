import { randomUUIDv7 } from 'node:crypto'
import { Credential } from '../../../store/models/credential.ts'
import { violatedConstraint } from '../../../store/violated-constraint.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { Call, TenantCall } from '../../kernel/context.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'
import { containing } from '../../kernel/like-pattern.ts'
import { type SecretName, type Secrets, namesOf, openSecrets, sealSecrets } from './credential-secrets.ts'

export interface NewCredential {
  name: string
  username: string | null
  description: string | null
  secrets: Secrets
}

/** Absent stays; a secret that is null goes. */
export interface CredentialChange {
  name?: string
  username?: string | null
  description?: string | null
  secrets: Partial<Record<SecretName, string | null>>
}

/** A credential and how many devices use it on any of their paths. */
export interface CredentialView {
  credential: Credential
  devices: number
}

/** Credentials in scope by name; `q` is a part of name, account or description. */
export async function listCredentials(
  call: Call,
  filter: { q?: string; name?: string },
  page: { limit: number; after: { name: string; id: string } | null },
): Promise<CredentialView[]> {
  const query = Credential.query(call.trx).orderBy(['name', 'id']).limit(page.limit)
  if (page.after) query.whereRaw('(name, id) > (?, ?)', [page.after.name, page.after.id])
  if (filter.q) query.whereRaw(`lower(concat_ws(' ', name, username, description)) like ?`, [containing(filter.q)])
  if (filter.name !== undefined) query.where('name', filter.name)
  return withDevices(call, await query)
}

export async function getCredential(call: Call, id: string): Promise<CredentialView> {
  const credential = await Credential.query(call.trx).findById(id)
  if (!credential) throw notFound()
  return viewOf(call, credential)
}

/** @throws DomainError 409 for a name that another credential of the customer has */
export async function createCredential(call: TenantCall, wanted: NewCredential): Promise<CredentialView> {
  const id = randomUUIDv7()
  const keys = await call.keys.of(call.tenantId)
  const credential = await unlessTaken(
    Credential.query(call.trx)
      .insert({
        id,
        tenantId: call.tenantId,
        name: wanted.name,
        username: wanted.username,
        description: wanted.description,
        secrets: sealSecrets(keys, id, wanted.secrets),
        secretsSet: namesOf(wanted.secrets),
        createdAt: call.now,
        updatedAt: call.now,
      })
      .returning('*')
      .execute(),
  )
  await audited(call, 'credential.create', credential, { name: credential.name, secrets_set: credential.secretsSet })
  const { name } = credential
  await recordEvents(call, [
    { type: 'credential.created', tenantId: call.tenantId, data: { credential_id: id, name, by: call.actor.name } },
  ])
  return viewOf(call, credential)
}

/** @throws DomainError 409 for a name that another credential of the customer has */
export async function updateCredential(
  call: TenantCall,
  id: string,
  change: CredentialChange,
): Promise<CredentialView> {
  const credential = await Credential.query(call.trx).findById(id).forUpdate()
  if (!credential) throw notFound()
  const keys = await call.keys.of(credential.tenantId)
  const { secrets: changed, ...fields } = change
  const secrets = merged(openSecrets(keys, credential), changed)
  const updated = await unlessTaken(
    Credential.query(call.trx)
      .patchAndFetchById(id, {
        ...fields,
        secrets: sealSecrets(keys, credential.id, secrets), // `id` may be spelt in capitals
        secretsSet: namesOf(secrets),
        ...(Object.keys(changed).length > 0 && { secretsChangedAt: call.now }),
        updatedAt: call.now,
      })
      .execute(),
  )
  const names = [...Object.keys(fields), ...Object.keys(changed)]
  await audited(call, 'credential.update', updated, { changed: names })
  const data = { credential_id: updated.id, name: updated.name, changed: names, by: call.actor.name }
  await recordEvents(call, [{ type: 'credential.changed', tenantId: updated.tenantId, data }])
  return viewOf(call, updated)
}

/** @throws DomainError 409 while a device or a fleet uses it */
export async function deleteCredential(call: TenantCall, id: string): Promise<void> {
  const credential = await Credential.query(call.trx).findById(id).forUpdate()
  if (!credential) throw notFound()
  const { devices } = await viewOf(call, credential)
  if (devices > 0) throw inUse('devices', devices)
  try {
    await Credential.query(call.trx).deleteById(id)
  } catch (error) {
    const violated = violatedConstraint(error)
    if (violated?.name.startsWith('fleets_')) throw inUse('fleets')
    if (violated?.kind === 'foreign_key') throw inUse('devices', 1)
    throw error
  }
  await audited(call, 'credential.delete', credential, { name: credential.name })
  const data = { credential_id: credential.id, name: credential.name, by: call.actor.name }
  await recordEvents(call, [{ type: 'credential.deleted', tenantId: credential.tenantId, data }])
}

function inUse(by: 'devices' | 'fleets', devices = 0) {
  return new DomainError('credential_in_use', { by, devices })
}

function merged(secrets: Secrets, changed: CredentialChange['secrets']): Secrets {
  const all = Object.entries({ ...secrets, ...changed }).filter(([, secret]) => typeof secret === 'string')
  return Object.fromEntries(all)
}

async function viewOf(call: Call, credential: Credential): Promise<CredentialView> {
  const [view] = await withDevices(call, [credential])
  return view ?? { credential, devices: 0 }
}

async function withDevices(call: Call, credentials: Credential[]): Promise<CredentialView[]> {
  const ids = credentials.map(({ id }) => id)
  const { rows } = await call.trx.raw(
    `select used.id, count(distinct devices.id)::int as devices
     from devices cross join lateral
       (values (credential_id), (credential_api_id), (credential_ssh_id)) as used (id)
     where used.id = any (?::uuid[]) group by used.id`,
    [ids],
  )
  const counts = new Map<string, number>(rows.map((row: { id: string; devices: number }) => [row.id, row.devices]))
  return credentials.map((credential) => ({ credential, devices: counts.get(credential.id) ?? 0 }))
}

function audited(call: Call, action: string, credential: Credential, detail: Record<string, unknown>) {
  return recordAudit(call, action, { kind: 'credential', id: credential.id, tenantId: credential.tenantId, detail })
}

async function unlessTaken<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    if (violatedConstraint(error)?.kind === 'unique') throw new DomainError('name_taken', { resource: 'credential' })
    throw error
  }
}
