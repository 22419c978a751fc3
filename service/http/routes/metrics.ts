import { Router } from 'express'
import type { Counting } from '../../domain/reporting/daily-report/count-devices.ts'
import { readDeviceFacts } from '../../domain/reporting/monitoring/read-device-facts.ts'
import { readDeviceRuns } from '../../domain/reporting/monitoring/read-device-runs.ts'
import { readTaskFigures, readFigures } from '../../domain/reporting/monitoring/read-figures.ts'
import { readTraceCounts } from '../../domain/reporting/traces/trace-lease.ts'
import { countWaiting } from '../../domain/recovery/revocations/store-revocations.ts'
import { type StorageUsage, readUsage } from '../../domain/reporting/storage/usage.ts'
import type { Dependencies } from '../../dependencies.ts'
import { clockSkewMs } from '../../clock-skew.ts'
import { deviceMetrics } from '../metrics/device-metrics.ts'
import { deviceInfoMetric, tenantMetrics, taskMetrics, lockMetrics } from '../metrics/tenant-metrics.ts'
import { type Metric, expositionType, writeExposition } from '../metrics/exposition.ts'
import { createProcessMetrics, httpProcessMetrics } from '../metrics/process-metrics.ts'
import { combineMetrics } from '../metrics/replica-metrics.ts'
import type { RequestCounts } from '../metrics/request-counts.ts'
import type { Req } from '../operation.ts'
import { readDiskSpace } from '../disk-space.ts'
import { callerOf, scoped } from '../scoped.ts'
import { type StoreState, createStoreCheck } from '../store-state.ts'

export function metricsRoutes(dependencies: Dependencies, requests: RequestCounts): Router {
  const checkStore = createStoreCheck(dependencies.store, () => performance.now())
  const { knex, forAgents, siblings } = dependencies
  const processMetrics = createProcessMetrics({ service: knex, agents: forAgents.knex })
  const ownMetrics = () => [...requests.metrics(), ...processMetrics()]
  siblings?.provideMetrics(ownMetrics)
  const routes = Router()
  routes.get('/metrics', async (req: Req<'metrics'>, res) => {
    const { tenantId, actor } = callerOf(req)
    if (actor.limits !== undefined) {
      const ofDevices = await scoped(dependencies, req, (context) => metricsOfDevices(dependencies, context))
      return res.type(expositionType).send(writeExposition(ofDevices))
    }
    const isOfAll = tenantId === null && !actor.customers
    const room = isOfAll ? await readDiskSpace(dependencies, req) : null
    const { figures, tasks, usage, waiting, traces, ofDevices } = await scoped(dependencies, req, async (context) => {
      const read = await readUsage(context, room, dependencies.store.locks !== undefined)
      return {
        usage: read,
        figures: await readFigures(context, read.byTenant),
        tasks: await readTaskFigures(context),
        ofDevices: await metricsOfDevices(dependencies, context),
        traces: isOfAll && dependencies.settings.traces ? await readTraceCounts(context) : null,
        waiting: isOfAll ? (await countWaiting(context.trx)).count : 0,
      }
    })
    const metrics = [
      ...tenantMetrics(figures),
      ...ofDevices,
      ...taskMetrics(tasks),
      ...storageMetrics(usage),
      ...lockMetrics(usage.lockCounts),
    ]
    if (isOfAll)
      metrics.push(
        ...storeMetrics(await checkStore()),
        revocationMetric(waiting),
        ...traceMetrics(traces),
        ...combineMetrics([ownMetrics(), ...((await siblings?.readReport(true))?.metrics ?? [onlyProcess])]),
        ...(await clockMetrics(dependencies)),
        ...tlsMetrics(dependencies),
      )
    return res.type(expositionType).send(writeExposition(metrics))
  })
  return routes
}

/** Returns the metrics with one series for each device: all that a caller gets who is limited to sites or tags. */
async function metricsOfDevices({ settings }: Dependencies, context: Counting): Promise<Metric[]> {
  return [
    ...(settings.metricsFacts ? [deviceInfoMetric(await readDeviceFacts(context))] : []),
    ...(settings.metricsDevices > 0 ? deviceMetrics(await readDeviceRuns(context, settings.metricsDevices)) : []),
  ]
}

const onlyProcess = httpProcessMetrics({ configured: 1, running: 1, replaced: 0 })

function storageMetrics({ growth: { perDay, basis }, disk }: StorageUsage): Metric[] {
  const growth = perDay === null ? [] : [{ labels: { basis }, value: perDay }]
  const room = disk ? Object.entries(disk).map(([kind, value]) => ({ labels: { kind }, value })) : []
  return [
    { name: 'coffer_stored_growth_bytes_per_day', help: 'How fast the store grows.', type: 'gauge', samples: growth },
    { name: 'coffer_disk_bytes', help: 'The disk of the objects, all and free.', type: 'gauge', samples: room },
  ]
}

function tlsMetrics({ certificateEndsAt }: Dependencies): Metric[] {
  if (!certificateEndsAt) return []
  const value = certificateEndsAt().getTime() / 1000
  const help = 'When the certificate ends that this replica shows.'
  return [{ name: 'coffer_tls_certificate_end_timestamp_seconds', help, type: 'gauge', samples: [{ value }] }]
}

async function clockMetrics({ now, readDatabaseClock }: Dependencies): Promise<Metric[]> {
  if (!readDatabaseClock) return []
  const value = (await clockSkewMs({ now, readDatabaseClock })) / 1000
  const help = 'By how much the clock of this replica is ahead of that of PostgreSQL.'
  return [{ name: 'coffer_clock_ahead_seconds', help, type: 'gauge', samples: [{ value }] }]
}

function revocationMetric(value: number): Metric {
  const help = 'Revocations that are in force and wait for the object store.'
  return { name: 'coffer_revocations_waiting', help, type: 'gauge', samples: [{ value }] }
}

function traceMetrics(counts: { exported: number; dropped: number } | null): Metric[] {
  const each = (name: string, help: string, value: number | undefined): Metric => ({
    name: `coffer_traces_${name}_total`,
    help,
    type: 'counter',
    samples: value === undefined ? [] : [{ value }],
  })
  return [
    each('exported', 'Traces of runs that the collector accepted.', counts?.exported),
    each('dropped', 'Traces of runs that were left out, because no collector accepted them in time.', counts?.dropped),
  ]
}

function storeMetrics(state: StoreState): Metric[] {
  const value = state === 'answers' ? 1 : 0
  const help = 'Whether the object store can be read and written from this replica.'
  return [{ name: 'coffer_object_store_up', help, type: 'gauge', samples: [{ value }] }]
}
