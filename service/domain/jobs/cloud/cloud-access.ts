import { setTimeout as pause } from 'node:timers/promises'
import type { CloudAccess } from '../../../../agent/cloud-work.ts'
import { merakiRegions } from '../../../../shared/platforms/netco_meraki.ts'
import type { CloudDependencies } from './cloud-dependencies.ts'
import { holdBack, takeTurn } from './rate-bucket.ts'
import { retryWithBackoff } from './retry-with-backoff.ts'

/**
 * Returns the connection to the cloud that the options name: a region of the vendor, or the address in the platform's
 * settings. The address of a device is never used. Requests whose organisation is not known yet count for the tenant
 * alone.
 */
export function merakiAccess(
  { meraki, runInSystemTransaction }: Pick<CloudDependencies, 'meraki' | 'runInSystemTransaction'>,
  tenantId: string,
  options: Readonly<Record<string, unknown>>,
): CloudAccess {
  const baseUrl = baseUrlFor(meraki.url, options)
  const { host } = new URL(baseUrl)
  const bucket = (organisation: string) => `netco_meraki ${host} ${organisation || `customer ${tenantId}`}`
  return {
    baseUrl,
    allowedHosts: meraki.hosts,
    authorities: meraki.authorities,
    async takeTurn(organisation, signal) {
      const everyMs = 1_000 / meraki.callsPerSecond
      const { waitMs } = await retryWithBackoff(
        () => runInSystemTransaction(({ trx }) => takeTurn(trx, bucket(organisation), everyMs)),
        signal,
      )
      if (waitMs > 0) await pause(waitMs, undefined, { signal })
    },
    holdBack: (organisation, ms) =>
      retryWithBackoff(
        () => runInSystemTransaction(({ trx }) => holdBack(trx, bucket(organisation), ms)),
        AbortSignal.timeout(ms + 1_000),
      ),
  }
}

function baseUrlFor(url: string, { netco_region: region, api_port: port }: Readonly<Record<string, unknown>>): string {
  const base = new URL((typeof region === 'string' && merakiRegions[region]) || url)
  if (typeof port === 'number') base.port = String(port)
  return base.href.replace(/\/+$/, '')
}
