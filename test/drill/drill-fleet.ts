import fs from 'node:fs'
import path from 'node:path'
import { textAt } from '../chaos/changing-fleet.ts'
import { atEnd } from '../support/at-end.ts'
import { startIosSimulator } from '../support/ios-simulator.ts'
import { type Client, must } from '../support/service.ts'
import { sshdMissing, startSshd } from '../support/sshd.ts'

/** Three simulated routers and, if there is an sshd, a Linux server, as devices of one tenant. */
export interface DrillFleet {
  /** Of the devices; the server's is the last. */
  ids: string[]
  routers: DrillRouter[]
  server: DrillServer | null
  /** Changes all of them. */
  change(revision: number): void
  /** Approves every pending host key. */
  approve(admin: Client): Promise<void>
}

export interface DrillRouter {
  id: string
  name: string
  port: number
  /** Number of logins. */
  sessions(): number
  text(revision: number): string
}

export interface DrillServer {
  id: string
  name: string
  port: number
  /** Contents of its files by path, without the leading slash. */
  files(revision: number): Map<string, string>
}

const routers = 3
const login = { username: 'backup', password: 'login-Secret1' }

/** They run until the test run ends: copies of the scene use the same ports. */
export async function startDrillFleet(admin: Client, tenantId: string): Promise<DrillFleet> {
  const post = async (where: string, body: object) => must(await admin.post(`${where}?tenant=${tenantId}`, body), 201)
  const credential = await post('/api/credentials', { name: 'routers', ...login })
  const simulators = await Promise.all(
    Array.from({ length: routers }, (_, at) =>
      startIosSimulator({ hostname: `router-${at + 1}`, runningConfig: textAt(at, 0) }),
    ),
  )
  atEnd(async () => void (await Promise.all(simulators.map((simulator) => simulator.close()))))
  const made: DrillRouter[] = []
  for (const [at, simulator] of simulators.entries()) {
    const name = `router-${at + 1}`
    const options = { ssh_port: simulator.port, artifacts: ['running-config'] }
    const place = { name, hostname: '127.0.0.1', platform: 'netco_iosxe', credential_id: credential.id, options }
    const { id } = await post('/api/devices', { ...place, approve_address: true })
    made.push({
      id,
      name,
      port: simulator.port,
      sessions: () => simulator.sessions,
      text: (revision) => textAt(at, revision),
    })
  }
  const server = sshdMissing() ? null : await startServer(post)
  return {
    ids: [...made.map(({ id }) => id), ...(server ? [server.id] : [])],
    routers: made,
    server,
    change(revision) {
      simulators.forEach((simulator, at) => simulator.setRunningConfig(textAt(at, revision)))
      server?.write(revision)
    },
    async approve(admin) {
      const list = must(await admin.get(`/api/trust/fingerprints?tenant=${tenantId}&pending_only=true`), 200)
      for (const { id } of list) must(await admin.post(`/api/trust/fingerprints/${id}/approve?tenant=${tenantId}`), 200)
    },
  }
}

async function startServer(post: (where: string, body: object) => Promise<{ id: string }>) {
  const sshd = await startSshd()
  atEnd(() => sshd.close())
  const tree = path.join(sshd.home, 'etc')
  fs.mkdirSync(path.join(tree, 'ssh'), { recursive: true })
  const files = (revision: number) => {
    const contents = {
      motd: 'hello\n',
      'ssh/sshd_config': `Port ${2200 + revision}\n`,
      big: `${revision}\n`.repeat(9_000),
    }
    return new Map(Object.entries(contents).map(([name, text]) => [path.join(tree, name).slice(1), text]))
  }
  const write = (revision: number) => files(revision).forEach((text, file) => fs.writeFileSync(`/${file}`, text))
  write(0)
  const { user, privateKey } = sshd
  const credential = await post('/api/credentials', { name: 'server', username: user, ssh_private_key: privateKey })
  const options = { ssh_port: sshd.port, paths: [tree] }
  const place = {
    name: 'server',
    hostname: '127.0.0.1',
    platform: 'linux_server',
    credential_id: credential.id,
    options,
    approve_address: true,
  }
  const { id } = await post('/api/devices', place)
  return { id, name: 'server', port: sshd.port, files, write }
}
