import type { RunInSystemTransaction } from '../domain/kernel/context.ts'
import { render } from '../../shared/messages/render.ts'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { reachSharedServer } from '../database.ts'
import { checkDumps } from '../domain/recovery/dump/check-dumps.ts'
import { checkIntegrity } from '../domain/repository/integrity/check-integrity.ts'
import { type Compliance, readCompliance } from '../domain/repository/integrity/compliance.ts'
import { findTenants, recordHidden } from '../domain/repository/object-lock/lock-nightly.ts'
import type { LockDependencies } from '../domain/repository/stored-objects/lock-stored.ts'
import { serviceActor } from '../domain/kernel/service-actor.ts'
import { type Keyring, createKeyring } from '../keys/keyring.ts'
import { message } from '../../shared/messages/message.ts'
import { openMasterKey } from '../keys/open-master-key.ts'
import { openStore } from '../objects/open-store.ts'
import type { Settings } from '../settings.ts'
import { StartupError } from '../store/startup-error.ts'
import { inScope } from '../store/scope.ts'
import { refuseEmptyDatabase } from './refuse-empty-database.ts'

/**
 * `check`: reads back all stored content, as fast as the object store allows, whether or not the service runs. Damage
 * is recorded as by the nightly integrity check, and the next backups store the content again.
 * @throws StartupError if content is damaged or was not checked
 */
export async function check(settings: Settings, log: Logger): Promise<void> {
  const server = await reachSharedServer(settings, log)
  const knex = server.connect('check', 2)
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  try {
    await refuseEmptyDatabase(knex, 'check')
    const { masterKey } = await openMasterKey(knex, settings.masterKey, settings.dataDirectory, false)
    const keys = createKeyring(knex, masterKey)
    const now = () => new Date()
    const common = {
      store: await openStore(settings),
      now,
      isRequested: true,
      signal: stopping.signal,
      alarm: (line: string, facts: object) => log.warn(facts, line),
    }
    const hidden = await reportHidden({ knex, store: common.store, now }, log)
    await checkIntegrity({ ...common, knex, keys, periodDays: 1, pause: async () => undefined })
    const runInSystemTransaction: RunInSystemTransaction = (step) =>
      inScope(knex, { kind: 'platform' }, (trx) => step({ trx, now: now() }))
    const dumps = await checkDumps({ ...common, masterKey, runInSystemTransaction })
    const unwell = await tellTenants(knex, keys, log)
    const problems = [
      ...(unwell.length > 0 ? [message('check_customers_affected', { customers: unwell })] : []),
      ...(dumps.outcome === 'failed' ? [message('check_dumps_damaged')] : []),
      ...(hidden > 0 ? [message('check_objects_hidden', { hidden })] : []),
    ]
    if (problems.length > 0) throw new StartupError('check_found_problems', { problems })
  } finally {
    await knex.destroy()
    await server.stop()
  }
}

/** Returns the number of objects whose locked version is hidden by a delete marker or another version. */
async function reportHidden(dependencies: LockDependencies, log: Logger): Promise<number> {
  if (!dependencies.store.locks) return 0
  let count = 0
  for (const tenant of await findTenants(dependencies)) {
    for (const { kind, id, hiddenBy } of await recordHidden(dependencies, tenant)) {
      log.warn({ tenantId: tenant.tenantId, kind, id, hiddenBy }, 'the verified version of an object is hidden')
      count++
    }
  }
  return count
}

/** Tenants per query. */
const pageSize = 100

/** Logs one line for each tenant. Returns the slugs of tenants with content that is damaged or was not checked. */
async function tellTenants(knex: Knex, keys: Keyring, log: Logger): Promise<string[]> {
  const unwell: string[] = []
  let after: string | null = null
  for (;;) {
    const page: Compliance[] = await inScope(knex, { kind: 'platform' }, (trx) => {
      const context = { ...serviceActor, tenantId: null, now: new Date(), trx, keys }
      return readCompliance(context, 1, { limit: pageSize, after })
    })
    for (const customer of page) if (!tellTenant(customer, log)) unwell.push(customer.slug)
    if (page.length < pageSize) return unwell
    after = page.at(-1)!.slug
  }
}

function tellTenant(
  { slug, packs, manifests, keys, damagedObjects, affected, affectedVersions, runs }: Compliance,
  log: Logger,
) {
  const facts = { customer: slug, packs: packs.count, manifests: manifests.count }
  if (keys.state === 'destroyed') {
    log.info(facts, 'the keys of this customer were destroyed: there is nothing to read')
    return true
  }
  for (const { object, id, what } of damagedObjects) log.warn({ customer: slug, object, id }, what)
  for (const { device, key, capturedAt, versionId, snapshotId } of affectedVersions) {
    log.warn({ customer: slug, device, key, capturedAt, versionId, snapshotId }, 'this version cannot be read whole')
  }
  const damaged = packs.damaged + manifests.damaged
  const [run] = runs
  const isWhole = run?.outcome === 'done' || (run?.outcome === 'nothing' && packs.count + manifests.count === 0)
  const isGood = isWhole && damaged === 0 && affected === 0
  if (isGood) log.info(facts, 'everything stored was read back and is intact')
  else
    log.warn(
      {
        ...facts,
        damaged,
        versionsHurt: affected,
        reason: isWhole || !run?.reason ? undefined : render(run.reason, 'en'),
      },
      'not everything stored is intact',
    )
  return isGood
}
