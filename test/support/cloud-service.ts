import fs from 'node:fs'
import path from 'node:path'
import type { CloudDependencies } from '../../service/domain/jobs/cloud/cloud-dependencies.ts'
import { CloudRunner } from '../../service/domain/jobs/cloud/cloud-runner.ts'
import { createFleetScanner } from '../../service/domain/jobs/cloud/scan-fleets.ts'
import { apiLimits } from './collect-over-api.ts'
import { type MerakiSimulatorOptions, startMerakiSimulator } from './meraki-simulator.ts'
import { shortIntervals } from './short-intervals.ts'
import { type Customer, startTestService } from './service.ts'
import { jobKinds } from '../../service/domain/jobs/kinds/registry.ts'
import { temporaryFolder } from './temporary-folders.ts'
import { policyDependencies } from './system-transactions.ts'

export type CloudService = Awaited<ReturnType<typeof startCloudService>>

/** Starts a service with a simulated cloud, and a runner that the test controls. */
export async function startCloudService(options: MerakiSimulatorOptions = {}) {
  const cloud = await startMerakiSimulator(options)
  const folder = temporaryFolder('coffer-test-cloud-')
  const authorities = path.join(folder, 'authorities.pem')
  fs.writeFileSync(authorities, cloud.authority)
  const service = await startTestService({
    environment: {
      BKP_MERAKI_URL: cloud.baseUrl,
      BKP_MERAKI_HOSTS: cloud.shard,
      BKP_MERAKI_CA_FILE: authorities,
      BKP_MERAKI_CALLS_PER_SECOND: '10',
    },
  })
  const alarms: string[] = []
  const { dependencies } = service
  dependencies.intervals = shortIntervals
  const parts: CloudDependencies = {
    ...dependencies,
    intervals: shortIntervals,
    timeZone: 'UTC',
    kinds: jobKinds,
    // no rate limit here: the buckets have their own tests
    meraki: { ...dependencies.settings.meraki, callsPerSecond: 1_000 },
    ...policyDependencies(dependencies),
    alarm: (line) => void alarms.push(line),
    requestLimits: { ...apiLimits, retryMs: 1 },
  }
  /** Creates a runner as in each replica. */
  const createRunner = () => new CloudRunner(parts)
  const createScanner = () => createFleetScanner(parts)
  return {
    ...service,
    cloud,
    /** Alarms that the runner has raised. */
    alarms,
    createRunner,
    createScanner,
    /** Runs everything that is due. */
    async runDue() {
      for (const work of [createRunner(), createScanner()]) {
        await work.claimDue()
        await work.idle()
      }
    },
    /** Adds a tenant with a credential for the cloud and a device for its network N_1. */
    async hasNetwork(customer: Customer, more?: Record<string, unknown>) {
      const credential = await customer.hasCredential({ api_token: cloud.key })
      return customer.hasDevice({
        name: 'HQ',
        hostname: 'api.meraki.com',
        platform: 'netco_meraki',
        credential_id: credential.id,
        options: { netco_network_id: 'N_1', netco_org_id: '2930418', ...more },
      })
    },
    async close() {
      await Promise.all([service.close(), cloud.close()])
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
