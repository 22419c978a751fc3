import { expect } from 'chai'
import { startIosSimulator } from './ios-simulator.ts'
import { type Client, must } from './service.ts'
import { finishedRun } from './finished-runs.ts'

/**
 * Executes all steps of a user on a new installation, with a simulated router: device, blocked run, approval, backup.
 * @returns the version of its running-config
 */
export async function backUpRouter(admin: Client, tenantId: string): Promise<string> {
  const router = await startIosSimulator()
  const post = (where: string, body: object) => admin.post(`${where}?tenant=${tenantId}`, body)
  const credential = must(
    await post('/api/credentials', { name: 'router', username: 'backup', password: 'login-Secret1' }),
    201,
  )
  const device = must(
    await post('/api/devices', {
      name: 'router',
      hostname: '127.0.0.1',
      platform: 'netco_iosxe',
      credential_id: credential.id,
      options: { ssh_port: router.port },
      approve_address: true,
    }),
    201,
  )
  expect(await run()).to.equal('blocked')
  const [key] = must(await admin.get(`/api/trust/fingerprints?device_id=${device.id}`), 200)
  expect(key.fingerprint).to.equal(router.hostKeyFingerprint)
  must(await post(`/api/trust/fingerprints/${key.id}/approve`, {}), 200)
  expect(await run()).to.equal('succeeded')
  await router.close()
  const artifacts = must(await admin.get(`/api/devices/${device.id}/artifacts`), 200)
  const running = artifacts.find((one: { key: string }) => one.key === 'running-config')
  return must(await admin.get(`/api/artifacts/${running.id}/versions`), 200)[0].id

  async function run(): Promise<string> {
    const [{ id }] = must(await post('/api/backups/trigger', { device_ids: [device.id] }), 202)
    return (await finishedRun(admin, id)).status
  }
}
