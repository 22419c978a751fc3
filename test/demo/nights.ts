import fs from 'node:fs'
import path from 'node:path'
import { CloudRunner } from '../../service/domain/jobs/cloud/cloud-runner.ts'
import { createFleetScanner } from '../../service/domain/jobs/cloud/scan-fleets.ts'
import { noticeAgents, noticeStale } from '../../service/domain/reporting/monitoring/report-agent-changes.ts'
import { checkIntegrity } from '../../service/domain/repository/integrity/check-integrity.ts'
import { endAbandonedJobs } from '../../service/domain/jobs/end-abandoned-jobs.ts'
import { runRetention } from '../../service/domain/repository/retention/run-retention.ts'
import { runRecorded } from '../../service/domain/kernel/maintenance-tasks/run-recorded.ts'
import { freezeYesterday } from '../../service/domain/reporting/daily-report/freeze-report.ts'
import { queueDueBackups } from '../../service/domain/jobs/schedules/queue-due-backups.ts'
import { sampleOnceADay } from '../../service/domain/reporting/storage/sample.ts'
import type { MerakiSimulator } from '../support/meraki-simulator.ts'
import { shortIntervals } from '../support/short-intervals.ts'
import type { TestService } from '../support/service.ts'
import { deliver, publish } from '../support/published-events.ts'
import { policyDependencies } from '../support/system-transactions.ts'
import { jobKinds } from '../../service/domain/jobs/kinds/registry.ts'

/** Runs the service's periodic tasks on demand, at the service's time. */
export interface Nights {
  /** Queues due jobs and expires leases. */
  claimDue(): Promise<void>
  /** Runs jobs of cloud networks, and scans of fleets. */
  cloud(): Promise<void>
  /** Publishes events; `answer` returns the status of the webhook receiver. */
  tell(answer: () => number): Promise<void>
  report(): Promise<void>
  sample(): Promise<void>
  /** Runs retention and integrity checks. */
  keepHouse(): Promise<void>
}

export function nightsOf(service: TestService): Nights {
  const { dependencies } = service
  const { runInSystemTransaction, inTenant } = policyDependencies(dependencies)
  const { timeZone } = dependencies.settings
  const cloudParts = {
    ...dependencies,
    runInSystemTransaction,
    inTenant,
    intervals: shortIntervals,
    timeZone,
    kinds: jobKinds,
    meraki: { ...dependencies.settings.meraki, callsPerSecond: 1_000 }, // the simulated cloud has no other clients
    alarm: (line: string) => {
      throw new Error(line)
    },
    requestLimits: { retryMs: 1 },
  }
  const task = <Kind extends 'report' | 'sample'>(kind: Kind) => ({ tenantId: null, kind })
  return {
    async claimDue() {
      await queueDueBackups(runInSystemTransaction, { timeZone, scheduleJitterMinutes: 0 })
      await endAbandonedJobs(runInSystemTransaction, {
        everyMs: 5_000,
        resultGraceMs: 600_000,
        timeZone,
        kinds: jobKinds,
      })
    },
    async cloud() {
      for (const work of [createFleetScanner(cloudParts), new CloudRunner(cloudParts)]) {
        await work.claimDue()
        await work.idle()
      }
    },
    async tell(answer) {
      await runInSystemTransaction(noticeStale)
      await runInSystemTransaction(noticeAgents)
      await publish(service)
      await deliver(service, answer)
    },
    async report() {
      await runRecorded(runInSystemTransaction, task('report'), () =>
        freezeYesterday(runInSystemTransaction, dependencies.keys, timeZone),
      )
    },
    async sample() {
      await runRecorded(runInSystemTransaction, task('sample'), () => runInSystemTransaction(sampleOnceADay))
    },
    async keepHouse() {
      const signal = new AbortController().signal
      await runRetention({ runInSystemTransaction, inTenant, stopping: signal })
      await checkIntegrity({
        ...dependencies,
        signal,
        periodDays: dependencies.settings.integrityDays,
        pause: () => Promise.resolve(),
        alarm: () => undefined,
      })
    },
  }
}

/** Returns the settings with which a service uses the simulated cloud instead of the vendor's. */
export function cloudSettings(cloud: MerakiSimulator, folder: string): Record<string, string> {
  const authorities = path.join(folder, 'demo-cloud.pem')
  fs.writeFileSync(authorities, cloud.authority)
  return { BKP_MERAKI_URL: cloud.baseUrl, BKP_MERAKI_HOSTS: cloud.shard, BKP_MERAKI_CA_FILE: authorities }
}
