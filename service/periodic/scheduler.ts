import { render } from '../../shared/messages/render.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { endAbandonedJobs } from '../domain/jobs/end-abandoned-jobs.ts'
import { recountLocks } from '../domain/repository/object-lock/recount-locks.ts'
import { countWaiting, storeRevocations } from '../domain/recovery/revocations/store-revocations.ts'
import { queueChangeRequests } from '../domain/jobs/change-requests/queue-change-requests.ts'
import { alignSchedules } from '../domain/jobs/schedules/align-schedules.ts'
import { realignSchedules } from '../domain/jobs/schedules/realign-schedules.ts'
import { requeueFutureJobs } from '../domain/jobs/schedules/requeue-future-jobs.ts'
import { queueDueBackups } from '../domain/jobs/schedules/queue-due-backups.ts'
import {
  areLeftoversDue,
  carryOutDestructions,
  deleteLeftovers,
  isAnythingDue,
} from '../domain/recovery/destruction/carry-out.ts'
import { recheckDirectories } from '../domain/inventory/single-sign-on/recheck-directories.ts'
import { createProbe } from '../domain/inventory/single-sign-on/probe-unreachable.ts'
import { type RecheckDependencies, recheckSessions } from '../domain/inventory/single-sign-on/recheck-sessions.ts'
import { loadServiceKeys } from '../keys/service-keys.ts'
import { checkAddressFor, createOutboundClient } from '../outbound/create-outbound-client.ts'
import type { PeriodicSetting } from './run-periodic.ts'
import { jobKinds } from '../domain/jobs/kinds/registry.ts'

/** Interval between two checks for due key destructions. */
const destroyEveryMs = 60_000

/** Interval between two checks of the age of the lock count. */
const checkCountsEveryMs = 60_000

/** Age of a count of object locks after which it is repeated. */
const countMaxAgeMs = 15 * 60_000

/** Queues due jobs every few seconds, and corrects jobs that no other component can finish. */
export async function runScheduler(setting: PeriodicSetting): Promise<void> {
  await Promise.all([
    repeat(setting, 'queue what is due', queueDue(setting)),
    repeat(setting, 'queue backups of changed devices', queueRequested(setting)),
    repeat(setting, 'end abandoned jobs', reapJobs(setting)),
    repeat(setting, 'destroy what is due', destroyDue(setting)),
    repeat(setting, 'store revocations', storeWaiting(setting)),
    repeat(setting, 'count object locks', countLocks(setting)),
    repeat(setting, 'check sessions of identity providers', recheckOpenSessions(setting)),
  ])
}

function queueDue({
  settings: { timeZone, scheduleJitterMinutes },
  now,
  runInSystemTransaction,
  log,
  stopping,
}: PeriodicSetting) {
  const rules = { timeZone, scheduleJitterMinutes }
  const clocks = { wallMs: () => now().getTime(), steadyMs: () => performance.now() }
  const align = realignSchedules(clocks, async () => {
    await runInSystemTransaction(requeueFutureJobs)
    return alignSchedules(runInSystemTransaction, rules)
  })
  return async () => {
    const devices = await align()
    if (devices > 0) log('info', 'next runs recalculated', { devices })
    const ticked = await queueDueBackups(runInSystemTransaction, { ...rules, stopping })
    if (Object.values(ticked).some((count) => count > 0)) log('info', 'queued what is due', ticked)
  }
}

function queueRequested({ settings: { timeZone }, runInSystemTransaction, log }: PeriodicSetting) {
  return async () => {
    const devices = await runInSystemTransaction((context) => queueChangeRequests(context, timeZone))
    if (devices > 0) log('info', 'queued backups of changed devices', { devices })
  }
}

function reapJobs({ settings: { timeZone }, everyMs, resultGraceMs, runInSystemTransaction, log }: PeriodicSetting) {
  return async () => {
    const { due: _due, ...touched } = await endAbandonedJobs(runInSystemTransaction, {
      everyMs,
      resultGraceMs,
      timeZone,
      kinds: jobKinds,
    })
    if (Object.values(touched).some((count) => count > 0)) log('info', 'put jobs right', touched)
  }
}

/** Checks every minute. The object store is opened when the first destruction is due. */
function destroyDue({ knex, keys, masterKey, now, runInSystemTransaction, openStore, stopping, log }: PeriodicSetting) {
  let lookAt = 0
  return async () => {
    if (performance.now() < lookAt) return
    lookAt = performance.now() + destroyEveryMs
    const isLeft = await runInSystemTransaction(areLeftoversDue)
    if (!isLeft && !(await runInSystemTransaction(isAnythingDue))) return
    const [store, serviceKeys] = [await openStore(), await loadServiceKeys(knex, masterKey, now())]
    const dependencies = { knex, keys, serviceKeys, store, now, runInSystemTransaction, stopping }
    await carryOutDestructions(dependencies, (destruction, outcome) => {
      const facts = { destruction: destruction.id, tenantId: destruction.tenantId, kind: destruction.kind }
      if (outcome instanceof Error) log('warn', `a destruction failed: ${outcome.message}`, facts)
      else if (outcome.outcome === 'stopped')
        log('warn', `a destruction stopped: ${outcome.reason ? render(outcome.reason, 'en') : ''}`, facts)
      else log('info', 'destruction completed', facts)
    })
    if (isLeft) await deleteLeftovers(dependencies)
  }
}

/** Stores revocations that the object store did not accept at once. It is opened when the first one is waiting. */
function storeWaiting({ knex, masterKey, now, runInSystemTransaction, openStore, log }: PeriodicSetting) {
  return async () => {
    const { count } = await runInSystemTransaction(({ trx }) => countWaiting(trx))
    if (count === 0) return
    const [store, serviceKeys] = [await openStore(), await loadServiceKeys(knex, masterKey, now())]
    const revocations = await storeRevocations({ runInSystemTransaction, store, serviceKeys })
    if (revocations > 0) log('info', 'stored revocations that had waited', { revocations })
  }
}

/** Counts locks if the store locks objects. Checks every minute whether a count is due. */
function countLocks({ settings: { objectStore }, knex, now, stopping }: PeriodicSetting) {
  const isLocking = objectStore !== 'disk' && objectStore.objectLock !== null
  let checkAt = 0
  return async () => {
    if (!isLocking || performance.now() < checkAt) return
    checkAt = performance.now() + checkCountsEveryMs
    await recountLocks({ knex, now, signal: stopping }, countMaxAgeMs)
  }
}

/** Asks identity providers about open sessions. Opens the keys once. */
function recheckOpenSessions({ settings, knex, masterKey, now, log }: PeriodicSetting) {
  const { importAllowPrivate, baseUrl, outgoingAllow } = settings
  const checkAddress = checkAddressFor(importAllowPrivate)
  const outgoing = createOutboundClient({ checkAddress, ownUrls: [baseUrl], allow: outgoingAllow })
  const warn = (provider: string) => log('warn', 'an identity provider did not answer as expected', { provider })
  let opened: { dependencies: RecheckDependencies; probe: () => Promise<void> } | undefined
  const open = async () => {
    const { settingsKey } = await loadServiceKeys(knex, masterKey, now())
    const dependencies = { knex, outgoing, settingsKey, now, warn }
    return { dependencies, probe: createProbe(dependencies) }
  }
  return async () => {
    opened ??= await open()
    const { dependencies, probe } = opened
    const checks = [recheckSessions(dependencies), recheckDirectories(dependencies)] as const
    const [tokens, directories] = await Promise.all([...checks, probe()])
    const [checked, ended] = [tokens.checked + directories.checked, tokens.ended + directories.ended]
    if (ended > 0) log('info', 'sessions ended by identity providers', { checked, ended })
  }
}

/** Repeats a step. A failure is logged once, until a run succeeds again. */
async function repeat({ everyMs, log, stopping }: PeriodicSetting, what: string, round: () => Promise<void>) {
  let troubled = false
  while (!stopping.aborted) {
    try {
      await round()
      troubled = false
    } catch (error) {
      if (!troubled) log('warn', `cannot ${what}: ${error instanceof Error ? error.message : error}`)
      troubled = true
    }
    await pause(everyMs, undefined, { signal: stopping }).catch(() => undefined)
  }
}
