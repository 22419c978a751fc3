import { must } from '../support/service.ts'
import { createScene } from '../support/scene/scene.ts'
import { startBenchService } from './bench-service.ts'
import { oneByOne } from './load.ts'
import { costOf } from './process-cost.ts'
import { makeConfig } from './simulated-fleet.ts'
import { median, printRecords } from './table.ts'

const configBytes = 20_000

/**
 * Measures the comparison of devices with a golden configuration, through HTTP. Each device has its own pack on disk, a
 * name, an address and a few lines of its own. Memory is the growth of the service's peak.
 */
export async function benchCompliance(small: boolean): Promise<void> {
  const records = []
  for (const count of small ? [50, 100] : [100, 300, 1_000]) records.push(await measureCompliance(count, small ? 2 : 5))
  printRecords('Comparison of devices of 20 KB with a golden configuration', records)
}

async function measureCompliance(count: number, rounds: number): Promise<Record<string, string | number>> {
  let tenantId = ''
  let versionId = ''
  const bench = await startBenchService(async (inside) => {
    const tenant = await createScene(inside.dependencies)
    tenantId = tenant.id
    for (let at = 0; at < count; at++) {
      const device = await tenant.hasDevice({ name: `sw-${String(at).padStart(4, '0')}`, tags: ['access'] })
      versionId = (await tenant.hasText(device, makeText(at))).id
    }
    await inside.db.owner.raw('vacuum analyze')
  })
  const body = {
    name: 'Access',
    tag: 'access',
    version_id: versionId,
    declared_differences: [{ pattern: '^hostname (.*)' }],
  }
  const { id } = must(await bench.admin.post(`/api/golden-configurations?tenant=${tenantId}`, body), 201)
  const path = `/api/golden-configurations/${id}/compliance?tenant=${tenantId}`
  await bench.admin.get('/api/golden-configurations') // opens the connections
  const before = costOf(bench.pid)
  let bytes = 0
  const times = await oneByOne(rounds, async () => {
    const found = must(await bench.admin.get(path), 200)
    if (!found.complete || found.devices_compared !== count) throw new Error('not all devices were compared')
    bytes = JSON.stringify(found).length
  })
  const after = costOf(bench.pid)
  const found = must(await bench.admin.get(path), 200)
  await bench.close()
  return {
    devices: count.toLocaleString('en'),
    'golden lines': found.lines_expected.toLocaleString('en'),
    'first ms': times[0]!.toFixed(0),
    'median ms': median(times).toFixed(0),
    'CPU ms': (((after.cpuSeconds - before.cpuSeconds) * 1_000) / rounds).toFixed(0),
    'response KB': (bytes / 1_000).toFixed(0),
    'service peak MB': after.peakMb.toFixed(0),
    'peak added MB': (after.peakMb - before.peakMb).toFixed(0),
  }
}

/** The same configuration with lines of the device; one device in 50 lacks a line. */
function makeText(at: number): string {
  const lines = makeConfig('fleet', configBytes).split('\n')
  const own = [
    `hostname sw-${at}`,
    `interface Vlan${100 + at}`,
    ` ip address 10.${at >> 8}.${at & 255}.1 255.255.255.0`,
  ]
  const common = at % 50 === 1 ? [] : ['ntp server 10.0.0.1']
  return [...own, ...common, ...lines].join('\n')
}
