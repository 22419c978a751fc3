import type { components } from '../../shared/contract/api-types.ts'
import { eventually } from './real-agent.ts'
import { type Client, must } from './service.ts'

type Run = components['schemas']['Run']

/** Waits until a run has finished. */
export function finishedRun(client: Client, id: string): Promise<Run> {
  return eventually(`the run ${id} has finished`, async () => {
    const run: Run = must(await client.get(`/api/runs/${id}`), 200)
    return ['queued', 'running', 'retrying'].includes(run.status) ? undefined : run
  })
}

/** Backs up a device, and waits until the run has finished. */
export async function backUpDevice(client: Client, device: { id: string }): Promise<Run> {
  const [{ id }] = must(await client.post('/api/backups/trigger', { device_ids: [device.id] }), 202)
  return finishedRun(client, id)
}

/** Approves the host key or certificate that a device has shown. */
export async function approveFingerprint(client: Client, device: { id: string }, fingerprint: string): Promise<void> {
  const shown = must(await client.get(`/api/trust/fingerprints?device_id=${device.id}`), 200)
  const found = shown.find((one: { fingerprint: string }) => one.fingerprint === fingerprint)
  must(await client.post(`/api/trust/fingerprints/${found.id}/approve`, {}), 200)
}
