import { setTimeout as pause } from 'node:timers/promises'
import { noticeAgents, reportDiskSpace, noticeStale } from '../domain/reporting/monitoring/report-agent-changes.ts'
import { reportListeners } from '../domain/reporting/monitoring/report-listeners.ts'
import { publishEvents } from '../domain/outbox/publish-events.ts'
import { readSettings } from '../domain/inventory/settings/settings.ts'
import { createSummaryReader } from '../domain/repository/versions/read-event-summaries.ts'
import { createDeliverer } from '../domain/outbox/channels/deliver-notifications.ts'
import { loadServiceKeys } from '../keys/service-keys.ts'
import type { ObjectStore, DiskSpace } from '../objects/object-store.ts'
import { createOutboundClient, checkAddressFor } from '../outbound/create-outbound-client.ts'
import { createWakeSignal } from './wake-signal.ts'
import { createOperationNotices } from './notice-operation.ts'
import type { PeriodicSetting } from './run-periodic.ts'

/** Minimum interval between two checks, so that events of a burst are sent together. */
const restMs = 20

/** Time for running deliveries when the service stops. Unfinished ones are sent again by the next worker. */
const lastMs = 2_000

/** Interval between two reads of the disk space. */
const roomEveryMs = 5 * 60_000

/** Delivers events to subscribers and webhooks, and detects conditions that no component reports. */
export async function runEvents(setting: PeriodicSetting): Promise<void> {
  const { settings, knex, keys, masterKey, now, runInSystemTransaction, log, stopping } = setting
  const { settingsKey } = await loadServiceKeys(knex, masterKey, now())
  const checkAddress = checkAddressFor(settings.importAllowPrivate)
  const outgoing = createOutboundClient({ checkAddress, ownUrls: [settings.baseUrl], allow: settings.outgoingAllow })
  const wakeSignal = createWakeSignal(setting, 'events')
  const readSummaries = createSummaryReader(runInSystemTransaction, keys)
  const { baseUrl } = settings
  const deliverer = createDeliverer(
    { runInSystemTransaction, outgoing, settingsKey, now, baseUrl, readSummaries },
    wakeSignal.wake,
  )
  const notice = noticing(setting)
  const noticeOperation = createOperationNotices(setting)
  for (let troubled = false; !stopping.aborted;) {
    try {
      await notice()
      await noticeOperation()
      await publishEvents(runInSystemTransaction)
      await deliverer.startDue()
      troubled = false
    } catch (error) {
      if (!troubled) log('warn', `cannot tell of events: ${error instanceof Error ? error.message : error}`)
      troubled = true
    }
    await pause(restMs, undefined, { signal: stopping }).catch(() => undefined)
    await wakeSignal.wait()
  }
  await Promise.race([deliverer.whenIdle(), pause(lastMs)])
}

/** Runs at most once per `everyMs`, however often it is called. */
function noticing({ everyMs, runInSystemTransaction, openStore }: PeriodicSetting) {
  let noticedAt = -Infinity
  let roomAt = -Infinity
  let store: ObjectStore | undefined

  /**
   * Returns null also while the object store is unavailable. That is reported elsewhere, and must not delay the other
   * events.
   */
  async function roomNow(): Promise<DiskSpace | null> {
    try {
      store ??= await openStore()
      return (await store.room?.()) ?? null
    } catch {
      return null
    }
  }

  return async () => {
    const at = performance.now()
    if (at - noticedAt < everyMs) return
    noticedAt = at
    await runInSystemTransaction(noticeStale)
    await runInSystemTransaction(noticeAgents)
    await runInSystemTransaction(reportListeners)
    if (at - roomAt < roomEveryMs) return
    roomAt = at
    const room = await roomNow()
    if (!room) return
    await runInSystemTransaction(async (context) => {
      const { storageLowPercent } = await readSettings(context.trx, context.now)
      await reportDiskSpace(context, room, storageLowPercent)
    })
  }
}
