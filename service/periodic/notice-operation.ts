import { reportExpiredApprovals } from '../domain/approvals/report-expired-approvals.ts'
import { X509Certificate } from 'node:crypto'
import os from 'node:os'
import { noticeCertificate } from '../domain/reporting/monitoring/report-certificate.ts'
import { noticeReplicaClock } from '../domain/reporting/monitoring/report-clock.ts'
import { noticeDump } from '../domain/reporting/monitoring/report-dump.ts'
import { createStoreWatch } from '../domain/reporting/monitoring/report-store.ts'
import { noticeTasks } from '../domain/reporting/monitoring/report-tasks.ts'
import { readDatabaseClock } from '../domain/kernel/maintenance-tasks/skip-if-clock-skewed.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import { readTlsIdentity } from '../tls-identity.ts'
import type { PeriodicSetting } from './run-periodic.ts'

/** How often the operation of the service is checked. */
const checkEveryMs = 30_000

/** Time in milliseconds after which the object store counts as unreachable. */
const storeTimeoutMs = 10_000

/**
 * Returns a check of nightly tasks, dumps, object store, clock and certificate. A call before the next check is due
 * does nothing.
 */
export function createOperationNotices(setting: PeriodicSetting): () => Promise<void> {
  const { settings, runInSystemTransaction, openStore } = setting
  const hostname = os.hostname()
  let checkedAt = -Infinity
  let store: ObjectStore | undefined
  let watching: Promise<void> | undefined
  const watchStore = createStoreWatch({
    runInSystemTransaction,
    hostname,
    async check() {
      const opening = async () => {
        store ??= await openStore()
        await store.check()
      }
      await within(opening(), storeTimeoutMs)
    },
  })

  return async () => {
    const at = performance.now()
    if (at - checkedAt < checkEveryMs) return
    checkedAt = at
    await runInSystemTransaction(noticeTasks)
    await runInSystemTransaction(reportExpiredApprovals)
    await runInSystemTransaction((context) => noticeDump(context, settings.dumpKeep))
    await runInSystemTransaction(async (context) => {
      const databaseNow = await readDatabaseClock(context.trx)
      await noticeReplicaClock({ ...context, now: setting.now() }, hostname, databaseNow)
    })
    const certificate = settings.tls && readCertificate(settings.tls)
    if (certificate) await runInSystemTransaction((context) => noticeCertificate(context, certificate))
    // not awaited: a hanging store must not delay events
    watching ??= watchStore()
      .catch(() => undefined) // of the database: the other checks report it
      .finally(() => (watching = undefined))
  }
}

/** Returns null if the files cannot be used. The service then uses its present certificate and logs a warning. */
function readCertificate(files: NonNullable<PeriodicSetting['settings']['tls']>) {
  try {
    const { cert, names, notAfter } = readTlsIdentity(files)
    return { fingerprint: new X509Certificate(cert).fingerprint256, names, endsAt: notAfter }
  } catch {
    return null
  }
}

async function within(work: Promise<void>, ms: number): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no answer in time')), ms)
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
