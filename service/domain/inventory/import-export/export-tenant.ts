import { Agent } from '../../../store/models/agent.ts'
import { Blackout } from '../../../store/models/blackout.ts'
import { Credential } from '../../../store/models/credential.ts'
import { RetentionPolicy } from '../../../store/models/retention-policy.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { DeviceFilter } from '../devices/list-devices.ts'
import type { RunInCallerTransaction } from './export-devices.ts'
import { describeBlackout, describeRule } from '../devices/device-overrides.ts'
import { notFound } from '../../kernel/domain-error.ts'
import type { NewBlackout } from '../../policies/blackouts/set-blackouts.ts'
import type { RetentionRule } from '../../policies/retention/guards.ts'

/** A credential that devices reference, without its secrets. */
export type CredentialReference = Pick<Credential, 'name' | 'username' | 'description'>

/** Data of a tenant in an export, beside its devices. */
export interface TenantDefinition {
  tenant: Tenant
  /** Null inherits the platform's. */
  retention: RetentionRule | null
  /** In their order: those of all its devices, then those of single sites. */
  blackouts: NewBlackout[]
  siteBlackouts: { site: string; blackouts: NewBlackout[] }[]
  /** By name. */
  agents: Agent[]
  /** By name: those that devices in service use over any transport. */
  credentials: CredentialReference[]
}

/** Detail of the audit record of an export. `filter` is the filter of the request, as in the device list. */
export interface ExportAuditDetail {
  what: 'customer' | 'customer with devices' | 'devices' | 'device'
  device?: string
  format?: 'csv' | 'json'
  filter?: DeviceFilter
}

/** Every export of a tenant's data is recorded in the audit log, regardless of the role. */
export async function recordExport(context: ActionContext, tenantId: string, detail: ExportAuditDetail): Promise<void> {
  await recordAudit(context, 'inventory.export', { kind: 'inventory', id: tenantId, tenantId, detail: { ...detail } })
}

/** Returns the audit detail of an export of whole tenants. */
export function auditDetail(withDevices: boolean): ExportAuditDetail {
  return { what: withDevices ? 'customer with devices' : 'customer' }
}

/**
 * Reads a tenant and records its export.
 * @throws DomainError not_found
 */
export async function exportTenant(
  context: ActionContext,
  tenantId: string,
  detail: ExportAuditDetail,
): Promise<TenantDefinition> {
  const definition = await readTenant(context, tenantId)
  await recordExport(context, tenantId, detail)
  return definition
}

/** Yields tenants one after another, each read in its own transaction when the previous one was sent. */
export async function* exportTenants(
  inTransaction: RunInCallerTransaction,
  tenantIds: readonly string[],
  detail: ExportAuditDetail,
): AsyncGenerator<TenantDefinition> {
  for (const id of tenantIds) yield await inTransaction((context) => exportTenant(context, id, detail))
}

async function readTenant(context: ActionContext, tenantId: string): Promise<TenantDefinition> {
  const tenant = await Tenant.query(context.trx).findById(tenantId)
  if (!tenant) throw notFound()
  const rule = await RetentionPolicy.query(context.trx).findOne({ tenantId, deviceId: null })
  return {
    tenant,
    retention: describeRule(rule),
    ...(await readBlackouts(context, tenantId)),
    agents: await Agent.query(context.trx).where({ tenantId }).orderBy('name'),
    credentials: await referencedCredentials(context, tenantId),
  }
}

async function readBlackouts(
  { trx }: ActionContext,
  tenantId: string,
): Promise<Pick<TenantDefinition, 'blackouts' | 'siteBlackouts'>> {
  const rows = await Blackout.query(trx).where({ tenantId, deviceId: null }).orderBy(['site', 'position'])
  const bySite = Map.groupBy(rows, ({ site }) => site)
  const siteBlackouts = [...bySite].flatMap(([site, own]) =>
    site === null ? [] : [{ site, blackouts: own.map(describeBlackout) }],
  )
  return { blackouts: (bySite.get(null) ?? []).map(describeBlackout), siteBlackouts }
}

/** Returns the credentials of the devices in service, or of one device, by name. */
export async function referencedCredentials(
  { trx }: ActionContext,
  tenantId: string,
  deviceId?: string,
): Promise<CredentialReference[]> {
  const users = ['credential_id', 'credential_api_id', 'credential_ssh_id'].map(
    (column) =>
      `exists (select from devices d where d.tenant_id = credentials.tenant_id and d.${column} = credentials.id
         and ${deviceId ? 'd.id = :deviceId' : 'd.decommissioned_at is null'})`,
  )
  return Credential.query(trx)
    .select('name', 'username', 'description')
    .where({ tenantId })
    .whereRaw(`(${users.join(' or ')})`, { deviceId: deviceId ?? null })
    .orderBy('name')
}

/** Returns the ids of all tenants in scope, by slug. */
export async function listTenantIds({ trx, tenantId }: ActionContext): Promise<string[]> {
  const query = Tenant.query(trx).select('id').orderBy('slug')
  if (tenantId !== null) query.where({ id: tenantId })
  return (await query).map(({ id }) => id)
}
