import { type Client, must } from '../support/service.ts'

/** The runs of a fleet by their final status, and the milliseconds from the trigger to the last end. */
export interface Round {
  wallMs: number
  statuses: Record<string, number>
}

/** Declares devices in batches and approves their host keys after a first, blocked round. */
export async function declareDevices(
  admin: Client,
  tenantId: string,
  devices: { name: string; hostname: string; platform: string; options: object; credential_id: string }[],
): Promise<void> {
  await each(devices, async (device) =>
    must(await admin.post(`/api/devices?tenant=${tenantId}`, { ...device, approve_address: true }), 201),
  )
  await backUp(admin, tenantId, devices.length)
  for (;;) {
    const pending = must(
      await admin.get(`/api/trust/fingerprints?tenant=${tenantId}&pending_only=true&limit=1000`),
      200,
    )
    if (pending.length === 0) return
    await each(pending as { id: string }[], async ({ id }) =>
      must(await admin.post(`/api/trust/fingerprints/${id}/approve?tenant=${tenantId}`), 200),
    )
  }
}

/** Interval of the requests for the runs' status: at 50 ms, they took a tenth of the CPU of a backup of 400 devices. */
const pollMs = 1_000

/** Triggers all devices and waits for the last run to end. The time is that of the runs, not of the requests for them. */
export async function backUp(admin: Client, tenantId: string, count: number): Promise<Round> {
  const startedAt = Date.now()
  const since = new Date(startedAt - 1).toISOString()
  const jobs = must(await admin.post(`/api/backups/trigger?tenant=${tenantId}`, { all_devices: true }), 202)
  if (jobs.length !== count) throw new Error(`${jobs.length} jobs for ${count} devices`)
  const open = ['queued', 'running', 'retrying']
  // Runs do not return to an earlier status, except to retrying; such runs fail the benchmark.
  for (const status of open) {
    while (must(await admin.get(`/api/runs?tenant=${tenantId}&status=${status}&limit=1`), 200).length > 0) {
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
  }
  const runs = must(await admin.get(`/api/runs?tenant=${tenantId}&since=${since}&limit=1000`), 200)
  const wallMs = Math.max(...runs.map(({ finished_at: at }: { finished_at: string }) => Date.parse(at))) - startedAt
  const statuses: Record<string, number> = {}
  for (const { status } of runs) statuses[status] = (statuses[status] ?? 0) + 1
  return { wallMs, statuses }
}

/** Twenty at a time. */
async function each<T>(items: T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const queue = [...items]
  const loop = async () => {
    for (let item = queue.shift(); item; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: 20 }, loop))
}
