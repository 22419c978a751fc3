import { expect } from 'chai'
import type { components } from '../../shared/contract/api-types.ts'
import { startIosSimulator } from './ios-simulator.ts'
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

/** Backs up a device, and waits until the run has finished. `query` names the tenant, for platform roles. */
export async function backUpDevice(client: Client, device: { id: string }, query = ''): Promise<Run> {
  const [{ id }] = must(await client.post(`/api/backups/trigger${query}`, { device_ids: [device.id] }), 202)
  return finishedRun(client, id)
}

/** Approves the host key or certificate that a device has shown. */
export async function approveFingerprint(
  client: Client,
  device: { id: string },
  fingerprint: string,
  query = '',
): Promise<void> {
  const shown = must(await client.get(`/api/trust/fingerprints?device_id=${device.id}`), 200)
  const found = shown.find((one: { fingerprint: string }) => one.fingerprint === fingerprint)
  must(await client.post(`/api/trust/fingerprints/${found.id}/approve${query}`, {}), 200)
}

/**
 * Executes all steps of a user on a new installation, with a simulated router: device, blocked run, approval, backup.
 * @returns the version of its running-config
 */
export async function backUpRouter(admin: Client, tenantId: string): Promise<string> {
  const router = await startIosSimulator()
  const query = `?tenant=${tenantId}`
  const create = async (kind: string, body: object) =>
    must(await admin.post(`/api/${kind}${query}`, { name: 'router', ...body }), 201)
  const credential = await create('credentials', { username: 'backup', password: 'login-Secret1' })
  const device = await create('devices', {
    ...{ hostname: '127.0.0.1', platform: 'netco_iosxe', credential_id: credential.id },
    ...{ options: { ssh_port: router.port }, approve_address: true },
  })
  expect((await backUpDevice(admin, device, query)).status).to.equal('blocked')
  await approveFingerprint(admin, device, router.hostKeyFingerprint, query)
  expect((await backUpDevice(admin, device, query)).status).to.equal('succeeded')
  await router.close()
  const artifacts = must(await admin.get(`/api/devices/${device.id}/artifacts`), 200)
  const running = artifacts.find((one: { key: string }) => one.key === 'running-config')
  return must(await admin.get(`/api/artifacts/${running.id}/versions`), 200)[0].id
}
