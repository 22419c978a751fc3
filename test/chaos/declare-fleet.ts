import type { Client } from '../support/service.ts'
import { triggerBackups, whenEnded } from './play-rounds.ts'

/** Creates a tenant with a device on each port, including the scheduled ones at the end, and tokens for the agents. */
export async function declareFleet(admin: Client, ports: number[], agents: number) {
  const tenant = (await admin.post('/api/tenants', { slug: 'chaos', name: 'Chaos' })).body
  const tenantId: string = tenant.id
  const secrets = { name: 'fleet', username: 'backup', password: 'login-Secret1' }
  const credential = (await admin.post(`/api/credentials?tenant=${tenantId}`, secrets)).body
  const deviceIds: string[] = []
  for (const [at, port] of ports.entries()) {
    const device = {
      name: `chaos-${at}`,
      hostname: '127.0.0.1',
      platform: 'netco_iosxe',
      options: { ssh_port: port, artifacts: ['running-config'] },
      credential_id: credential.id,
      retry_attempts: 0,
      approve_address: true,
    }
    deviceIds.push((await admin.post(`/api/devices?tenant=${tenantId}`, device)).body.id)
  }
  const tokens: string[] = []
  for (let at = 0; at < agents; at++) {
    const name = { slug: `agent-${at}`, name: `agent-${at}` }
    const agent = (await admin.post(`/api/agents?tenant=${tenantId}`, name)).body
    tokens.push((await admin.post(`/api/agents/${agent.id}/enrollment-token?tenant=${tenantId}`)).body.token)
  }
  return { tenantId, deviceIds, tokens }
}

/** Contacts every device once and approves its host key. */
export async function approveHosts(admin: Client, tenantId: string, deviceIds: string[]): Promise<void> {
  await whenEnded(admin, await triggerBackups(admin, tenantId, deviceIds), 120_000)
  for (;;) {
    const list = await admin.get(`/api/trust/fingerprints?tenant=${tenantId}&pending_only=true&limit=1000`)
    if (list.body.length === 0) return
    for (const { id } of list.body) await admin.post(`/api/trust/fingerprints/${id}/approve?tenant=${tenantId}`)
  }
}
