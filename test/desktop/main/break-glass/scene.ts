import fs from 'node:fs'
import path from 'node:path'
import type { KeptSession, SavedConnection } from '../../../../desktop/bridge.ts'
import { BreakGlass } from '../../../../desktop/main/break-glass/break-glass.ts'
import { allowBreakGlass, registerCopy } from '../../../support/break-glass.ts'
import { createScene } from '../../../support/scene/scene.ts'
import { startTestService } from '../../../support/service.ts'
import { temporaryFolder } from '../../../support/temporary-folders.ts'

export const passphrase = 'an apple, a pear and a plum'
export const connectionId = '01980f3a-5c00-7000-8000-000000000001'

/** A service with two devices, and a desktop with a session of an operator, whose clocks a test controls. */
export async function createBreakGlassScene() {
  const service = await startTestService()
  const customer = await service.hasTenant()
  const operator = await customer.as('tenant_operator')
  const tenant = await createScene(service.dependencies, customer)
  const seen = service.dependencies.now()
  const fields = { capturedAt: new Date(seen.getTime() - 1000), lastSeenAt: seen }
  const router = await tenant.hasDevice({ name: 'edge-1', site: 'Ghent' })
  const version = await tenant.hasText(router, 'hostname edge-1\nsecret alpha\n', fields)
  const other = await tenant.hasDevice({ name: 'edge-2', site: 'Bruges' })
  await tenant.hasText(other, 'hostname edge-2\n', fields)
  await allowBreakGlass(service)
  const folder = temporaryFolder('coffer-break-glass-')
  const state = {
    now: service.dependencies.now(),
    isReachable: true,
    session: { token: operator.token ?? '', user: 'anna', expiresAt: '2999-01-01T00:00:00Z' } as KeptSession | null,
    requests: [] as string[],
    /** Called before a request is sent. */
    before: async (_path: string) => {},
    /** Waits between attempts, and for reports. */
    wait: (): Promise<void> => Promise.resolve(),
  }
  const connection: SavedConnection = {
    ...{ id: connectionId, name: 'Acme', url: service.url, lastUser: null, isBundled: false, pinned: null },
  }
  const open = () =>
    new BreakGlass({
      folder,
      connections: { find: (id) => (id === connectionId ? connection : undefined) },
      sessions: { read: () => state.session },
      reach: {
        async fetch({ url }, where, request) {
          state.requests.push(where.replace(/\?.*/, '').replace(/[0-9a-f-]{36}/g, 'ID'))
          await state.before(where)
          if (!state.isReachable) throw new Error('net::ERR_CONNECTION_REFUSED')
          return fetch(url + where, request)
        },
      },
      now: () => state.now,
      wait: () => state.wait(),
      onChange: () => undefined,
      log: () => undefined,
    })
  let desktop = open()
  const scene = {
    service,
    customer,
    operator,
    tenant,
    router,
    version,
    folder,
    state,
    get desktop() {
      return desktop
    },
    /** Starts the desktop again, as after a crash. */
    restart: () => (desktop = open()),
    /** Moves both clocks. */
    advance(ms: number) {
      service.advance(ms)
      state.now = new Date(state.now.getTime() + ms)
    },
    async hasCopy(fields: { sites?: string[]; everyHours?: number | null } = {}) {
      const made = await registerCopy(operator, { sites: fields.sites ?? [] })
      await desktop.create(connectionId, {
        ...{ id: made.id, contactKey: made.key, expiresAfterDays: made.expires_after_days },
        ...{ tenantId: customer.id, tenantName: 'Acme', computer: 'laptop' },
        ...{ everyHours: fields.everyHours ?? null, passphrase },
      })
      return made
    },
    /** Refreshes a copy, and returns its state afterwards. */
    async refresh(id: string) {
      desktop.refresh(connectionId, id)
      await desktop.settled(id)
      return scene.stateOf(id)
    },
    stateOf: (id: string) => desktop.list(connectionId).copies.find((copy) => copy.id === id),
    unlock: (id: string, words = passphrase) => desktop.unlocked.unlock(desktop.find(connectionId, id), words),
    async textOf(id: string, artifactId: string) {
      return (await desktop.unlocked.read(id, artifactId)).content.toString()
    },
    filesOf: (id: string) => fs.readdirSync(path.join(folder, 'break-glass', id)).sort(),
    pathOf: (id: string, name: string) => path.join(folder, 'break-glass', id, name),
    /** All bytes that the desktop has on the disk. */
    bytesOnDisk: () =>
      Buffer.concat(
        fs
          .readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => fs.readFileSync(path.join(entry.parentPath, entry.name))),
      ),
    async close() {
      await service.close()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
  return scene
}

export type BreakGlassScene = Awaited<ReturnType<typeof createBreakGlassScene>>
