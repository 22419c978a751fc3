import type { components } from '../../../shared/contract/api-types.ts'
import type { CredentialReference, TenantDefinition } from '../../domain/inventory/import-export/export-tenant.ts'
import type { DeviceDefinition } from '../../domain/inventory/import-export/device-definition.ts'
import { presentNewBlackout } from './blackout.ts'
import type { RetentionRule } from '../../domain/policies/retention/guards.ts'

type Schemas = components['schemas']

/** A tenant's part of a document; without `devices` none are written. */
export interface InventorySection {
  customer: Schemas['CustomerDefinition']
  credentials: CredentialReference[]
  devices?: AsyncIterable<DeviceDefinition[]>
}

export function presentDefinition(device: DeviceDefinition): Schemas['DeviceDefinition'] {
  return {
    name: device.name,
    hostname: device.hostname,
    platform: device.platform as Schemas['PlatformId'],
    transport_pref: device.transportPref,
    schedule: device.schedule,
    site: device.site,
    tags: device.tags,
    credential: device.credential,
    credential_api: device.credentialApi,
    credential_ssh: device.credentialSsh,
    agents: device.agents,
    options: device.options,
    staleness_hours: device.stalenessHours,
    retry_attempts: device.retryAttempts,
    retry_delay_minutes: device.retryDelayMinutes,
    trust_posture: device.trustPosture,
    restore_policy: device.restorePolicy,
    retention: presentRule(device.retention),
    blackouts: device.blackouts.map(presentNewBlackout),
    enabled: device.enabled,
  }
}

/** Returns everything that users configured for a tenant. */
export function presentTenant(definition: TenantDefinition): Schemas['CustomerDefinition'] {
  const { tenant, retention, blackouts, siteBlackouts, agents } = definition
  return {
    slug: tenant.slug,
    name: tenant.name,
    restore_policy: tenant.restorePolicy,
    trust_posture: tenant.trustPosture,
    decommissioned_retention_days: tenant.decommissionedRetentionDays,
    second_factor_required: tenant.secondFactorRequired,
    allowed_networks: tenant.allowedNetworks,
    retention: presentRule(retention),
    blackouts: blackouts.map(presentNewBlackout),
    site_blackouts: siteBlackouts.map(({ site, blackouts: own }) => ({ site, blackouts: own.map(presentNewBlackout) })),
    agents: agents.map(({ slug, name, labMode }) => ({ slug, name, lab_mode: labMode })),
  }
}

function presentRule(rule: RetentionRule | null) {
  return rule && { keep_days: rule.keepDays, keep_last: rule.keepLast }
}

/** Writes the document of one tenant: a header, then its section with one line for each device. */
export async function* writeDocument(section: InventorySection): AsyncGenerator<Buffer> {
  yield Buffer.from(`{${head},\n"customer":${JSON.stringify(section.customer)},\n`)
  yield* writeRest(section)
  yield Buffer.from('}\n')
}

/** Writes the document of all tenants. */
export async function* writeDocuments(sections: AsyncIterable<InventorySection>): AsyncGenerator<Buffer> {
  let opening = `{${head},\n"customers":[`
  for await (const section of sections) {
    yield Buffer.from(`${opening}\n${JSON.stringify(section.customer).slice(0, -1)},\n`)
    yield* writeRest(section)
    opening = '},'
  }
  yield Buffer.from(opening.endsWith('[') ? `${opening}]}\n` : '}]}\n')
}

const head = '"format":"coffer-inventory","version":1'

async function* writeRest({ credentials, devices }: InventorySection): AsyncGenerator<Buffer> {
  yield Buffer.from(`"credentials_referenced":${JSON.stringify(credentials)}`)
  if (!devices) return
  let opening = ',\n"devices":[\n'
  for await (const page of devices) {
    const lines = page.map((device) => JSON.stringify(presentDefinition(device)))
    yield Buffer.from(opening + lines.join(',\n'))
    opening = ',\n'
  }
  yield Buffer.from(opening.includes('[') ? `${opening}]` : '\n]')
}
