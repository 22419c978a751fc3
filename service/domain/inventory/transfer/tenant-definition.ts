import { Agent } from '../../../store/models/agent.ts'
import { Blackout } from '../../../store/models/blackout.ts'
import { Credential } from '../../../store/models/credential.ts'
import { RetentionPolicy } from '../../../store/models/retention-policy.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { DeviceFilter } from '../devices/list-devices.ts'
import { describeBlackout, describeRule } from '../devices/device-overrides.ts'
import { notFound } from '../../kernel/domain-error.ts'
import type { NewBlackout } from '../rules/set-blackouts.ts'
import type { RetentionRule } from '../../levels/retention/guards.ts'

/** A credential that devices name, without what it keeps secret. */
export type CredentialReference = Pick<Credential, 'name' | 'username' | 'description'>

/** What an export says of a customer beside its devices. */
export interface TenantDefinition {
  tenant: Tenant
  /** null says nothing, and inherits the platform's. */
  retention: RetentionRule | null
  /** In their order: those of all its devices, and those of one site each. */
  blackouts: NewBlackout[]
  siteBlackouts: { site: string; blackouts: NewBlackout[] }[]
  /** By name. */
  agents: Agent[]
  /** By name: those that devices in service use on any path. */
  credentials: CredentialReference[]
}

/** `filter` holds what was asked for, of devices that a list would find. */
export interface Exported {
  what: 'customer' | 'customer with devices' | 'devices' | 'device'
  device?: string
  format?: 'csv' | 'json'
  filter?: DeviceFilter
}

/** What leaves of a customer is on record, whoever takes it. */
export async function recordExport(context: ActionContext, tenantId: string, detail: Exported): Promise<void> {
  await recordAudit(context, 'inventory.export', { kind: 'inventory', id: tenantId, tenantId, detail: { ...detail } })
}

/** @throws DomainError 404 */
export async function readTenantDefinition(context: ActionContext, tenantId: string): Promise<TenantDefinition> {
  const tenant = await Tenant.query(context.trx).findById(tenantId)
  if (!tenant) throw notFound()
  const rule = await RetentionPolicy.query(context.trx).findOne({ tenantId, deviceId: null })
  return {
    tenant,
    retention: describeRule(rule),
    ...(await blackoutsOf(context, tenantId)),
    agents: await Agent.query(context.trx).where({ tenantId }).orderBy('name'),
    credentials: await referencedCredentials(context, tenantId),
  }
}

async function blackoutsOf(
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

/** Those that the devices in service use, or one device; by name. */
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

/** Every customer in scope, by slug. */
export async function tenantIds({ trx, tenantId }: ActionContext): Promise<string[]> {
  const query = Tenant.query(trx).select('id').orderBy('slug')
  if (tenantId !== null) query.where({ id: tenantId })
  return (await query).map(({ id }) => id)
}
