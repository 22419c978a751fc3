import type { components } from '../../../../shared/contract/api-types.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import type { Permission } from '../../../../shared/permissions/permissions.ts'
import { Agent } from '../../../store/models/agent.ts'
import { Credential } from '../../../store/models/credential.ts'
import { Device } from '../../../store/models/device.ts'
import { createAgent } from '../agents/create-agent.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { createCredential } from '../credentials/create-credential.ts'
import type { PolicyTarget } from '../../policies/level.ts'
import type { PlatformPolicies } from '../../policies/platform/platform-policies.ts'
import { setPosture } from '../policies/posture-policy.ts'
import { setRetention } from '../../policies/retention/set-retention.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { holds } from '../../kernel/holds.ts'
import type { ScheduleRules } from '../../policies/schedules/schedule-rules.ts'
import { type NewBlackout, setBlackouts } from '../../policies/blackouts/set-blackouts.ts'
import { getTenant } from '../tenants/list-tenants.ts'
import { updateTenant } from '../tenants/update-tenant.ts'
import type { ImportMessage } from './import-report.ts'
import type { CredentialReference } from './export-tenant.ts'
import type { RetentionRule } from '../../policies/retention/guards.ts'

/** An export's data of a tenant beside its devices; absent fields stay unchanged. */
export interface TenantWanted {
  settings: {
    restorePolicy?: 'allow' | 'deny' | null
    decommissionedRetentionDays?: number
    secondFactorRequired?: boolean
    allowedNetworks?: string[]
    posture?: 'strict' | 'tofu' | null
    retention?: RetentionRule | null
    blackouts?: NewBlackout[]
    siteBlackouts?: { site: string; blackouts: NewBlackout[] }[]
  }
  agents: { slug: string; name: string; labMode: boolean }[]
  credentials: CredentialReference[]
}

/** Result of the import for the tenant itself. */
export type TenantReport = components['schemas']['ImportedCustomer']

/**
 * Creates the tenant's missing agents and credentials, by name. Sets the tenant's own fields only if it has no device
 * yet: an import never changes the rules of existing backups, so shorter retention needs no password. Agents wait for
 * their enrolment and credentials for their secrets. What the role may not do, or a level above forbids, is left out
 * with a warning.
 * @throws DomainError confirmation_required for another requirement of a second factor or other networks
 */
export async function importTenant(
  context: TenantContext,
  wanted: TenantWanted,
  { platform, rules }: { platform: PlatformPolicies; rules: ScheduleRules },
): Promise<{ report: TenantReport; warnings: ImportMessage[] }> {
  const report: TenantReport = { settings: [], agents: [], credentials: [] }
  const warnings: ImportMessage[] = []
  const steps = stepsOf(context, wanted, { platform, rules })
  const { tenantId, trx } = context
  const hasDevices = await Device.query(trx).where({ tenantId }).select('id').first()
  if (hasDevices && steps.length > 0) {
    warnings.push(message('import_settings_kept', { settings: steps.map(({ name }) => name) }))
  }
  for (const { name, needs, set } of hasDevices ? [] : steps) {
    if (!mayDo(context, needs)) {
      warnings.push(message('import_setting_not_permitted', { setting: name, permission: needs }))
      continue
    }
    const reasons = await rejectionOf(set)
    if (reasons === null) report.settings.push(name)
    else warnings.push(message('import_setting_rejected', { setting: name, reasons }))
  }
  report.agents = await makeAgents(context, wanted.agents, warnings)
  report.credentials = await makeCredentials(context, wanted.credentials, warnings)
  if (report.credentials.length > 0) {
    warnings.push(message('import_credentials_without_secrets', { credentials: report.credentials }))
  }
  if (report.agents.length > 0) warnings.push(message('import_agents_not_enrolled', { agents: report.agents }))
  return { report, warnings }
}

interface Step {
  /** The field's name in the document. */
  name: string
  needs: Permission
  set: () => Promise<unknown>
}

function stepsOf(
  context: TenantContext,
  { settings }: TenantWanted,
  { platform, rules }: { platform: PlatformPolicies; rules: ScheduleRules },
): Step[] {
  const { restorePolicy, decommissionedRetentionDays: days, posture, retention, blackouts, siteBlackouts } = settings
  const { secondFactorRequired, allowedNetworks = [] } = settings
  const target = async (): Promise<PolicyTarget & { level: 'customer' }> => {
    return { level: 'customer', tenant: await getTenant(context, context.tenantId), device: null }
  }
  const steps: (Step | false)[] = [
    restorePolicy != null && {
      name: 'restore_policy',
      needs: 'tenant:manage',
      set: () => updateTenant(context, context.tenantId, { restorePolicy }),
    },
    days !== undefined && {
      name: 'decommissioned_retention_days',
      needs: 'tenant:manage',
      set: () =>
        updateTenant(context, context.tenantId, { decommissionedRetentionDays: days }, platform.retention, {
          hasNoDevices: true,
        }),
    },
    secondFactorRequired === true && {
      name: 'second_factor_required',
      needs: 'tenant:manage',
      set: () => updateTenant(context, context.tenantId, { secondFactorRequired }),
    },
    allowedNetworks.length > 0 && {
      name: 'allowed_networks',
      needs: 'tenant:manage',
      set: () => updateTenant(context, context.tenantId, { allowedNetworks }),
    },
    posture != null && {
      name: 'trust_posture',
      needs: 'retention:write',
      set: async () => setPosture(context, await target(), posture, platform.posture, rules),
    },
    retention != null && {
      name: 'retention',
      needs: 'retention:write',
      set: async () => setRetention(context, await target(), retention, platform.retention, { hasNoDevices: true }),
    },
    blackouts !== undefined &&
      blackouts.length > 0 && {
        name: 'blackouts',
        needs: 'retention:write',
        set: async () => setBlackouts(context, { ...(await target()), site: null }, blackouts),
      },
    siteBlackouts !== undefined &&
      siteBlackouts.length > 0 && {
        name: 'site_blackouts',
        needs: 'retention:write',
        set: async () => {
          for (const { site, blackouts: own } of siteBlackouts) {
            await setBlackouts(context, { ...(await target()), level: 'site', site }, own)
          }
        },
      },
  ]
  return steps.filter((step) => step !== false)
}

/** Actions of the service itself need no permission. */
function mayDo({ actor }: TenantContext, permission: Permission): boolean {
  return actor.role === null || holds(actor, permission)
}

/**
 * Returns why a setting was rejected; null if it was set.
 * @throws DomainError confirmation_required
 */
async function rejectionOf(set: () => Promise<unknown>): Promise<readonly Message[] | null> {
  try {
    await set()
    return null
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === 'confirmation_required') throw error
    if (error.fieldErrors.length === 0) return [{ code: error.code, params: error.params } as Message]
    return error.fieldErrors.map(({ path, error: reason }) => message('error_of_field', { field: path, error: reason }))
  }
}

async function makeAgents(
  context: TenantContext,
  wanted: TenantWanted['agents'],
  warnings: ImportMessage[],
): Promise<string[]> {
  const known = await Agent.query(context.trx).where({ tenantId: context.tenantId }).select('slug', 'name')
  const missing = wanted.filter(({ slug, name }) => !known.some((one) => one.slug === slug || one.name === name))
  if (missing.length > 0 && !mayDo(context, 'agent:manage')) {
    warnings.push(message('import_agents_not_permitted', { count: missing.length, permission: 'agent:manage' }))
    return []
  }
  for (const { slug, name, labMode } of missing) await createAgent(context, { slug, name, labMode })
  return missing.map(({ name }) => name)
}

async function makeCredentials(
  context: TenantContext,
  wanted: TenantWanted['credentials'],
  warnings: ImportMessage[],
): Promise<string[]> {
  const known = await Credential.query(context.trx).where({ tenantId: context.tenantId }).select('name')
  const missing = wanted.filter(({ name }) => !known.some((one) => one.name === name))
  if (missing.length > 0 && !mayDo(context, 'credential:write')) {
    warnings.push(
      message('import_credentials_not_permitted', { count: missing.length, permission: 'credential:write' }),
    )
    return []
  }
  for (const { name, username, description } of missing) {
    await createCredential(context, { name, username, description, secrets: {} })
  }
  return missing.map(({ name }) => name)
}
