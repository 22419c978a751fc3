import fs from 'node:fs'
import path from 'node:path'
import type { Permission } from '../../shared/permissions/permissions.ts'
import type { FullScene } from './scene/full-scene.ts'

const features = path.join(import.meta.dirname, '../../desktop/console/features')

export interface ConsolePage {
  /** Of its route. */
  name: string
  /** A path of the console. */
  at: string
  /** The permission that the page requires; absent: none. */
  permission?: Permission
}

interface Route {
  path: string
  name?: string
  meta: { permission?: Permission }
}

/**
 * Returns every page of the console's features, from their routes.
 * @param values of path parameters, by feature and parameter, as `runs.id`, or by the parameter alone
 * @param queries of pages that are empty without one, by route name
 * @param missing called for a page without a value
 */
export async function pagesOfConsole(
  values: Record<string, string | undefined>,
  queries: Record<string, string | undefined>,
  missing: (name: string, at: string) => void,
): Promise<ConsolePage[]> {
  const files = fs.readdirSync(features).map((feature) => path.join(features, feature, 'routes.ts'))
  const modules = await Promise.all(
    files.filter((file) => fs.existsSync(file)).map((file) => import(file) as Promise<{ routes: Route[] }>),
  )
  return modules
    .flatMap(({ routes }) => routes)
    .flatMap(({ path: where, name = where.slice(1), meta: { permission } }) => {
      const feature = where.split('/')[1] ?? ''
      const at = where.replace(/:(\w+)(\([^)]*\))?[?*+]?/g, (_all, parameter: string) => {
        return values[`${feature}.${parameter}`] ?? values[parameter] ?? `:${parameter}`
      })
      if (!at.includes(':')) return [{ name, at: `${at}${queries[name] ?? ''}`, ...(permission && { permission }) }]
      missing(name, at)
      return []
    })
}

/**
 * Returns every page that a service serves (without those of a local installation), for a tenant with one object of
 * each kind.
 */
export async function pagesOfTenant({ ids, queries, slug }: FullScene): Promise<ConsolePage[]> {
  const { device_id: device, artifact_id: artifact, version_id: version } = ids
  const values = { ...ids, ...Object.fromEntries(Object.entries(idsOf).map(([name, id]) => [name, ids[id]])) }
  const lineage = new URLSearchParams({
    ...{ device: device!, artifact: artifact! },
    ...{ from: queries['diffVersions.from']!, to: queries['diffVersions.to']! },
  })
  const twice = new URLSearchParams({ from_device: device!, from_artifact: artifact!, to_device: device! })
  const queriesOf = { compare: `?${lineage}`, 'compare-devices': `?${twice}`, snapshots: `?device=${device}` }
  const pages = await pagesOfConsole(values, queriesOf, (name, at) => {
    throw new Error(`the customer has nothing for ${name} at ${at}`)
  })
  const asking: ConsolePage = {
    name: 'restore-request',
    at: `/restore?version=${version}`,
    permission: 'config:restore',
  }
  return [...pages, asking]
    .filter(({ at }) => !at.startsWith('/desktop/'))
    .map((page) => ({ ...page, at: `${page.at}${page.at.includes('?') ? '&' : '?'}customer=${slug}` }))
}

/** Maps a path's `:id` to one of the tenant's ids. */
const idsOf: Record<string, string> = {
  'agents.id': 'agent_id',
  'compare.id': 'pair_id',
  'credentials.id': 'credential_id',
  'golden-configurations.id': 'golden_id',
  'customers.id': 'customer_id',
  'devices.id': 'device_id',
  'discovery.id': 'fleet_id',
  'events.id': 'event_id',
  'notification-channels.id': 'channel_id',
  'platforms.id': 'document_id',
  'report-schedules.id': 'report_schedule_id',
  'restore.id': 'run_id',
  'service-accounts.id': 'service_account_id',
  'runs.id': 'run_id',
  'tokens.id': 'token_id',
  'trust.id': 'fingerprint_id',
  'users.id': 'user_id',
  'versions.id': 'version_id',
}
