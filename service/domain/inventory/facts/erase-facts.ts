import type { ScopedTransaction } from '../../../store/scope.ts'

/** Deletes the facts of a device, or of all devices of a tenant, with their history: they are content of its backups. */
export async function eraseFacts(
  trx: ScopedTransaction,
  { tenantId, deviceId = null }: { tenantId: string; deviceId?: string | null },
): Promise<void> {
  const of = { tenantId, deviceId }
  await trx.raw(
    `update artifacts set facts = null, facts_rank = null
     where tenant_id = :tenantId and (:deviceId::uuid is null or device_id = :deviceId) and facts is not null`,
    of,
  )
  await trx.raw(
    `delete from device_facts where tenant_id = :tenantId and (:deviceId::uuid is null or device_id = :deviceId)`,
    of,
  )
  await trx.raw(
    `update devices set fact_hostname = '', fact_vendor = '', fact_model = '', fact_serial = '', fact_os_version = '',
       uptime_seconds = null, uptime_at = null,
       end_of_sale_on = '', end_of_support_on = ''
     where tenant_id = :tenantId and (:deviceId::uuid is null or id = :deviceId)`,
    of,
  )
}
