import type { Knex } from 'knex'
import { inScope } from '../../../store/scope.ts'
import { serviceBusy } from '../../kernel/service-busy.ts'
import { type BoundedQueue, createBoundedQueue } from '../../kernel/limits/bounded-queue.ts'
import { prefixOf, networkOf } from './networks.ts'

/** Networks that signed in within so many days count as known. */
export const networkDays = 90

/**
 * Logins under way at the same time. A stranger's takes one connection and one of the two places for comparing passwords
 * at most; the other place is always free for a known device or network.
 */
const lanes = { known: { running: 4, waiting: 200 }, stranger: { running: 1, waiting: 64 } }

/** Strangers of one network prefix that may be under way, or wait. */
const perPrefix = 32

const refreshMs = 5 * 60_000

/** Networks that are remembered, the latest. */
const maxRemembered = 20_000

/** Decides, before the database is asked, in which queue a login waits. */
export interface LoginLanes {
  /** @param isDevice whether a device token proves an earlier login. @throws DomainError 503 `service_busy` */
  run<T>(sender: { ip: string | null; isDevice: boolean }, work: () => Promise<T>): Promise<T>
  /** A login from there succeeded. */
  remember(ip: string | null): void
}

/** Of one process. */
export function createLoginLanes(knex: Knex, clock: () => number = () => performance.now()): LoginLanes {
  const known = createBoundedQueue(lanes.known)
  const stranger = createBoundedQueue(lanes.stranger)
  const networks = new Set<string>()
  const underWay = new Map<string, number>()
  let readAt = -Infinity
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    readAt = clock()
    const rows = await inScope(knex, { kind: 'platform' }, (trx) =>
      trx('login_networks').select('network').orderBy('signed_in_at', 'desc').limit(maxRemembered),
    )
    networks.clear()
    for (const { network } of rows) networks.add(network)
  }

  /** The first read is awaited, the others happen beside. An unavailable database is reported by the login itself. */
  async function refresh(): Promise<void> {
    if (clock() - readAt < refreshMs) return reading
    const isFirst = readAt === -Infinity
    reading = read()
      .catch(() => undefined)
      .finally(() => (reading = undefined))
    if (isFirst) await reading
  }

  async function runStranger<T>(queue: BoundedQueue, ip: string | null, work: () => Promise<T>): Promise<T> {
    const prefix = prefixOf(ip)
    const count = underWay.get(prefix) ?? 0
    if (count >= perPrefix) throw serviceBusy()
    underWay.set(prefix, count + 1)
    try {
      return await queue.run(work)
    } finally {
      const left = (underWay.get(prefix) ?? 1) - 1
      if (left > 0) underWay.set(prefix, left)
      else underWay.delete(prefix)
    }
  }

  return {
    async run({ ip, isDevice }, work) {
      if (isDevice) return known.run(work)
      await refresh()
      return networks.has(networkOf(ip)) ? known.run(work) : runStranger(stranger, ip, work)
    },
    remember(ip) {
      if (networks.size < maxRemembered) networks.add(networkOf(ip))
    },
  }
}
