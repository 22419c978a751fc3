import { faultOfSchedule } from '../../../../shared/cron/cron-schedule.ts'
import { message } from '../../../../shared/messages/message.ts'
import type { Fleet } from '../../../store/models/fleet.ts'
import { rejectDuplicate } from '../../kernel/reject-duplicate.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext, TenantContext } from '../../kernel/context.ts'
import { DomainError, invalidFields } from '../../kernel/domain-error.ts'

/** The fields of a fleet that a user sets. */
export interface FleetFields {
  name: string
  credentialId: string
  region: string | null
  /** Empty: all organisations that the API key can read. */
  orgIds: string[]
  /** Agents of devices that will be imported, as with `schedule`. */
  agentIds: string[]
  schedule: string
}

/**
 * Checks only the fields that the request sets. Another tenant's credential or agent is reported like a missing one.
 */
export async function checkFleet({ trx }: TenantContext, fields: Partial<FleetFields>): Promise<void> {
  const { credentialId, agentIds = [], schedule = '' } = fields
  const found = async (table: string, ids: string[]): Promise<Set<string>> => {
    const { rows } = await trx.raw<{ rows: { id: string }[] }>(
      'select id from ?? where id = any(?::uuid[]) order by id for key share',
      [table, ids],
    )
    return new Set(rows.map(({ id }) => id))
  }
  const credentials = await found('credentials', credentialId === undefined ? [] : [credentialId])
  const agents = await found('agents', agentIds)
  const scheduleError = schedule === '' ? null : faultOfSchedule(schedule)
  const faults = [
    ...(scheduleError === null ? [] : [{ path: 'schedule', error: scheduleError }]),
    ...(credentialId === undefined || credentials.has(credentialId.toLowerCase())
      ? []
      : [{ path: 'credential_id', error: message('credential_not_found') }]),
    ...agentIds.flatMap((id, at) =>
      agents.has(id.toLowerCase()) ? [] : [{ path: `agent_ids.${at}`, error: message('agent_not_found') }],
    ),
  ]
  if (faults.length > 0) throw invalidFields(faults)
}

/** Writes the audit record of an action on a fleet. */
export function auditFleet(context: ActionContext, action: string, fleet: Fleet, detail: Record<string, unknown>) {
  return recordAudit(context, action, { kind: 'fleet', id: fleet.id, tenantId: fleet.tenantId, detail })
}

/** @throws DomainError name_taken instead of the database's error */
export function rejectTakenName<T>(writing: Promise<T>): Promise<T> {
  return rejectDuplicate(writing, () => new DomainError('name_taken', { resource: 'fleet' }))
}
