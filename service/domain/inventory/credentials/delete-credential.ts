import { Credential } from '../../../store/models/credential.ts'
import { violatedConstraint } from '../../../store/violated-constraint.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'
import { viewCredential } from './credential-view.ts'
import { auditCredential } from './audit-credential.ts'

/** @throws DomainError not_found, or credential_in_use while a device or a fleet uses it */
export async function deleteCredential(context: TenantContext, id: string): Promise<void> {
  const credential = await Credential.query(context.trx).findById(id).forUpdate()
  if (!credential) throw notFound()
  const { devices } = await viewCredential(context, credential)
  if (devices > 0) throw inUse('devices', devices)
  try {
    await Credential.query(context.trx).deleteById(id)
  } catch (error) {
    const violated = violatedConstraint(error)
    if (violated?.name.startsWith('fleets_')) throw inUse('fleets')
    if (violated?.kind === 'foreign_key') throw inUse('devices', 1)
    throw error
  }
  await auditCredential(context, 'credential.delete', credential, { name: credential.name })
  const data = { credential_id: credential.id, name: credential.name, by: context.actor.name }
  await recordEvents(context, [{ type: 'credential.deleted', tenantId: credential.tenantId, data }])
}

function inUse(by: 'devices' | 'fleets', devices = 0) {
  return new DomainError('credential_in_use', { by, devices })
}
