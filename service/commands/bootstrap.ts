import fs from 'node:fs'
import path from 'node:path'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { render } from '../../shared/messages/render.ts'
import type { components } from '../../shared/contract/api-types.ts'
import { verifyStoreMatchesDatabase } from '../verify-store.ts'
import { createAgent } from '../domain/inventory/agents/create-agent.ts'
import { createEnrollmentToken } from '../domain/inventory/agents/create-enrollment-token.ts'
import type { TenantContext } from '../domain/kernel/context.ts'
import { importDevices } from '../domain/inventory/import-export/import-devices.ts'
import { readPlatformPolicies } from '../domain/policies/platform/platform-policies.ts'
import { setPosture } from '../domain/inventory/policies/posture-policy.ts'
import { setRetention } from '../domain/policies/retention/set-retention.ts'
import { setBlackouts } from '../domain/policies/blackouts/set-blackouts.ts'
import { DomainError } from '../domain/kernel/domain-error.ts'
import { serviceActor } from '../domain/kernel/service-actor.ts'
import { createTenant, prepareTenant } from '../domain/inventory/tenants/create-tenant.ts'
import { refreshDescription } from '../domain/inventory/tenants/refresh-description.ts'
import { updateTenant } from '../domain/inventory/tenants/update-tenant.ts'
import type { InstanceLock } from '../instance-lock.ts'
import { presentImport } from '../http/present/import.ts'
import { errorsOfTenant, shapeInventory, unknownOfTenant } from '../http/definition-shape.ts'
import { newBlackout } from '../http/new-blackout.ts'
import { createKeyring } from '../keys/keyring.ts'
import { openMasterKey, generatedKeyNotice } from '../keys/open-master-key.ts'
import { loadServiceKeys } from '../keys/service-keys.ts'
import { makeDataDirectory } from '../make-data-directory.ts'
import { StoreUnreachable } from '../objects/object-store.ts'
import { openStore } from '../objects/open-store.ts'
import type { Settings } from '../settings.ts'
import { StartupError } from '../store/startup-error.ts'
import { DatabaseUnavailable } from '../store/database-unavailable.ts'
import { Agent } from '../store/models/agent.ts'
import { Tenant } from '../store/models/tenant.ts'
import { inScope } from '../store/scope.ts'
import { besideService } from './beside-service.ts'
import { openTokenFile } from './token-file.ts'
import { cancelDeviceJobs } from '../domain/jobs/kinds/queue-ports.ts'

type TenantDefinition = components['schemas']['CustomerDefinition']
type AgentDefinition = NonNullable<TenantDefinition['agents']>[number]

/** `tokens`: a folder for the files of enrolment tokens, one for each agent that is created. */
export interface BootstrapOptions {
  file: string | undefined
  tokens: string | undefined
}

/** The longest validity of a token: a person carries the file to the agent. */
const ttlMinutes = 1_440

/**
 * `bootstrap FILE --tokens FOLDER`: creates the tenants of an exported document that do not exist, with their rules, and their
 * agents with a token each. Existing tenants and agents are not changed; devices are imported by name, which changes
 * existing ones. It may be repeated, beside the running service or before its first start. What is rejected of one tenant
 * does not stop the others.
 * @throws StartupError, also if something was rejected
 */
export async function bootstrap(settings: Settings, { file, tokens }: BootstrapOptions, log: Logger): Promise<void> {
  const customers = tenantsIn(file)
  const folder = folderOf(tokens)
  const how = { command: 'bootstrap', poolMax: 4 }
  await besideService(settings, log, how, async (knex, held) => {
    const made = await inOneLine(() => createBootstrap({ settings, knex, held, log }))
    let rejected = 0
    const refused: string[] = []
    const unlessRefused = <T>(what: string, work: () => Promise<T>): Promise<T | null> =>
      inOneLine(async () => {
        try {
          return await work()
        } catch (error) {
          if (!(error instanceof DomainError || error instanceof StartupError)) throw error
          log.error(`${what}: ${error.message}`)
          refused.push(what)
          return null
        }
      })
    for (const customer of customers) {
      for (const unknown of unknownOfTenant(customer)) {
        log.warn(`${customer.slug}: the document: ${render(unknown, 'en')}`)
      }
      const tenant = await unlessRefused(`customer ${customer.slug}`, () => made.tenant(customer))
      if (!tenant) continue
      for (const agent of customer.agents ?? []) {
        await unlessRefused(`agent ${agent.slug} of ${customer.slug}`, () => made.agent(tenant, agent, folder))
      }
      rejected += (await unlessRefused(`devices of ${customer.slug}`, () => made.devices(tenant, customer))) ?? 0
    }
    if (refused.length > 0) throw new StartupError('bootstrap_incomplete', { rejected, skipped: refused })
    if (rejected > 0) throw new StartupError('bootstrap_devices_rejected', { rejected })
  })
}

/** Turns errors of the store and the database into StartupError. */
async function inOneLine<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const reason =
      error instanceof DatabaseUnavailable ? error.problem : error instanceof StoreUnreachable && error.reason
    throw reason ? new StartupError('bootstrap_interrupted', { reason }, { cause: error }) : error
  }
}

interface Site {
  settings: Settings
  knex: Knex
  held: InstanceLock
  log: Logger
}

async function createBootstrap({ settings, knex, held, log }: Site) {
  makeDataDirectory(settings.dataDirectory)
  const { masterKey, made } = await openMasterKey(knex, settings.masterKey, settings.dataDirectory)
  if (made) log.warn(generatedKeyNotice(made))
  held.knows(masterKey)
  const keys = createKeyring(knex, masterKey)
  const hasTenants = await inScope(knex, { kind: 'platform' }, (trx) => Tenant.query(trx).first())
  const store = await openStore(settings, !hasTenants)
  await store.check()
  await verifyStoreMatchesDatabase(knex, store, settings)
  const serviceKeys = await loadServiceKeys(knex, masterKey, new Date())
  const platform = await inScope(knex, { kind: 'platform' }, readPlatformPolicies)
  const inTenant = <T>({ id: tenantId }: Tenant, work: (context: TenantContext) => Promise<T>): Promise<T> =>
    inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
      work({ ...serviceActor, tenantId, now: new Date(), trx, keys }),
    )

  async function makeTenant(customer: TenantDefinition): Promise<Tenant> {
    const wanted = {
      slug: customer.slug,
      name: customer.name,
      restorePolicy: customer.restore_policy,
      decommissionedRetentionDays: customer.decommissioned_retention_days,
    }
    const now = new Date()
    const prepared = await prepareTenant(masterKey, store, wanted, now)
    const tenant = await inScope(knex, { kind: 'platform' }, async (trx) => {
      const context = { ...serviceActor, now, trx, keys }
      const made = await createTenant({ ...context, tenantId: null }, prepared, wanted)
      await setRules({ ...context, tenantId: made.id }, made, customer, { settings, platform })
      return made
    })
    await refreshDescription({ knex, store, keys, log }, tenant)
    log.info(`customer ${tenant.slug} created`)
    return tenant
  }

  return {
    async tenant(customer: TenantDefinition): Promise<Tenant> {
      const known = await inScope(knex, { kind: 'platform' }, (trx) =>
        Tenant.query(trx).findOne({ slug: customer.slug }).execute(),
      )
      return known ?? makeTenant(customer)
    },

    async agent(tenant: Tenant, wanted: AgentDefinition, folder: string | null): Promise<void> {
      const { slug, name, lab_mode: labMode } = wanted
      const known = await inTenant(tenant, ({ trx, tenantId }) =>
        Agent.query(trx).findOne({ tenantId, slug }).execute(),
      )
      if (known) return
      const file = folder === null ? null : openTokenFile(folder, tenant.slug, slug)
      try {
        await inTenant(tenant, async (context) => {
          const { agent } = await createAgent(context, { slug, name, labMode })
          if (!file) return
          const { token } = await createEnrollmentToken(context, agent.id, { ttlMinutes, serviceKeys })
          file.write(token) // before the commit: an agent without a stored token could not enrol
        })
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) file?.discard() // otherwise the agent may have been committed
        throw error
      } finally {
        file?.close()
      }
      log.info(
        `agent ${slug} of ${tenant.slug} created${file ? `; its enrolment token, valid for one day, is in ${file.at}` : ''}`,
      )
    },

    /** @returns how many were rejected */
    async devices(tenant: Tenant, { devices = [] }: TenantDefinition): Promise<number> {
      const lines = devices.map((definition, at) => ({ row: at + 1, definition: { ...definition } }))
      const inventory = await shapeInventory({ lines, rejected: [], warnings: [] })
      const { timeZone, scheduleJitterMinutes } = settings
      const rules = { timeZone, scheduleJitterMinutes, platformPosture: platform.posture ?? 'strict' }
      const how = { dryRun: false, source: 'bootstrap', retention: platform.retention, cancelJobs: cancelDeviceJobs }
      const report = await inTenant(tenant, (context) => importDevices(context, inventory, rules, how))
      logImport(log, tenant.slug, report)
      return report.rejected.length
    },
  }
}

/** Sets the rules that a document contains for a new tenant. */
async function setRules(
  context: TenantContext,
  tenant: Tenant,
  definition: TenantDefinition,
  { settings, platform }: { settings: Settings; platform: Awaited<ReturnType<typeof readPlatformPolicies>> },
): Promise<void> {
  const target = { level: 'customer', tenant, device: null } as const
  const { retention, trust_posture: posture, blackouts = [], site_blackouts: ofSites = [] } = definition
  const { second_factor_required: secondFactorRequired = false, allowed_networks: allowedNetworks = [] } = definition
  if (secondFactorRequired || allowedNetworks.length > 0) {
    await updateTenant(context, tenant.id, { secondFactorRequired, allowedNetworks })
  }
  if (posture) await setPosture(context, target, posture, platform.posture, settings)
  if (retention) {
    const rule = { keepDays: retention.keep_days ?? null, keepLast: retention.keep_last ?? null }
    await setRetention(context, target, rule, platform.retention)
  }
  if (blackouts.length > 0) await setBlackouts(context, { ...target, site: null }, blackouts.map(newBlackout))
  for (const { site, blackouts: own } of ofSites) {
    await setBlackouts(context, { ...target, level: 'site', site }, own.map(newBlackout))
  }
}

function logImport(log: Logger, slug: string, report: Awaited<ReturnType<typeof importDevices>>): void {
  const { rejected, warnings } = presentImport(report, false, 'en')
  for (const { name, reason } of rejected) log.error(`${slug}: ${name ?? 'a device'}: ${reason}`)
  for (const { name, message } of warnings) log.warn(`${slug}: ${name ?? 'the document'}: ${message}`)
  const changed = report.updated.filter((device) => device.changed.length > 0)
  for (const { name, changed: fields } of changed) {
    log.info(`${slug}: ${name}: changed to match the document: ${fields.join(', ')}`)
  }
  const same = report.updated.length - changed.length
  log.info(`${slug}: ${report.created.length} devices added, ${changed.length} changed, ${same} unchanged`)
}

/** @throws StartupError for a file that is not such a document */
function tenantsIn(file: string | undefined): TenantDefinition[] {
  if (!file) throw new StartupError('bootstrap_file_missing')
  const document = documentIn(file)
  const { format, version = 1, customer, customers, ...rest } = document
  if (format !== 'coffer-inventory') throw new StartupError('bootstrap_format_unknown', { file })
  if (version !== 1) throw new StartupError('bootstrap_version_unknown', { file, version: JSON.stringify(version) })
  const one = isObject(customer) ? [{ ...customer, devices: rest['devices'] }] : []
  const all = (Array.isArray(customers) ? customers : one).map(withLabModes)
  if (all.length === 0) throw new StartupError('bootstrap_no_customers', { file })
  for (const [at, one] of all.entries()) {
    const [invalid] = errorsOfTenant(one)
    if (invalid) {
      const { path: field, error: reason } = invalid
      throw new StartupError('bootstrap_customer_invalid', { file, position: at + 1, field, reason })
    }
  }
  return all as TenantDefinition[]
}

/** Adds the default of `lab_mode`, which a document written by hand may omit. */
function withLabModes(value: unknown): unknown {
  if (!isObject(value) || !Array.isArray(value['agents'])) return value
  const agents = value['agents'].map((agent: unknown) => (isObject(agent) ? { lab_mode: false, ...agent } : agent))
  return { ...value, agents }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function documentIn(file: string): Record<string, unknown> {
  try {
    const document: unknown = JSON.parse(fs.readFileSync(file, 'utf8'))
    return isObject(document) ? { ...document } : {}
  } catch (error) {
    throw new StartupError('file_unreadable', { file, reason: (error as Error).message }, { cause: error })
  }
}

function folderOf(tokens: string | undefined): string | null {
  if (!tokens) return null
  try {
    fs.mkdirSync(tokens, { recursive: true, mode: 0o700 })
    fs.accessSync(tokens, fs.constants.W_OK)
    return path.resolve(tokens)
  } catch (error) {
    const params = { folder: tokens, reason: (error as Error).message }
    throw new StartupError('tokens_folder_unusable', params, { cause: error })
  }
}
