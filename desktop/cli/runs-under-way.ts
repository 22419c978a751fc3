import { type Run, hasEnded } from './await-runs.ts'
import type { Connection } from './connection.ts'
import type { Device } from './find-device.ts'
import { rowsOf } from './pages.ts'

const underWay = ['queued', 'running', 'retrying'] as const

/**
 * Returns the runs that replace those of named devices without a new run: the latest backup, which was running when
 * they were named and may have ended since.
 */
export async function earlierRunsOf(
  { api }: Connection,
  devices: readonly Device[],
  begun: readonly Run[],
): Promise<Run[]> {
  const found: Run[] = []
  for (const { id, tenant_id: tenant } of devices) {
    if (begun.some(({ device_id: deviceId }) => deviceId === id)) continue
    const query = { device_id: id, kind: 'backup' as const, limit: 1, tenant }
    const { data = [] } = await api.GET('/api/runs', { params: { query } })
    found.push(...data)
  }
  return found
}

/** Returns the backups of a tenant that have not ended, of all devices or of those that match a filter. */
export async function backupsUnderWay(
  { api }: Connection,
  tenant: string | undefined,
  filter: { platform?: Device['platform']; tag?: string[]; site?: string[] },
): Promise<Run[]> {
  const found = new Map<string, Run>()
  for (const status of underWay) {
    const query = { status, kind: 'backup' as const, tenant }
    const runs = rowsOf<Run>((page) => api.GET('/api/runs', { params: { query: { ...query, ...page } } }))
    for await (const run of runs) if (!hasEnded(run)) found.set(run.id, run)
  }
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  if (found.size === 0 || !isFiltered) return [...found.values()]
  const query = { ...filter, tenant }
  const devices = rowsOf<Device>((page) => api.GET('/api/devices', { params: { query: { ...query, ...page } } }))
  const ids = new Set((await Array.fromAsync(devices)).map(({ id }) => id))
  return [...found.values()].filter(({ device_id: id }) => ids.has(id))
}
