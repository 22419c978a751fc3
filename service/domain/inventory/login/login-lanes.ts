import type { Knex } from 'knex'
import { inScope } from '../../../store/scope.ts'
import { serviceBusy } from '../../kernel/service-busy.ts'
import { type BoundedQueue, createBoundedQueue } from '../../kernel/limits/bounded-queue.ts'
import { prefixOf, networkOf } from './networks.ts'

/** Days that a network counts as known after a login from it. */
export const networkDays = 90

/**
 * Concurrency limits of logins. Logins of strangers use at most one connection and one of the two slots for password
 * comparisons; the other slot stays free for known devices and networks.
 */
const lanes = { known: { running: 4, waiting: 200 }, stranger: { running: 1, waiting: 64 } }

/** Maximum number of running and waiting logins of strangers from one network prefix. */
const perPrefix = 32

const refreshMs = 5 * 60_000

/** Maximum number of remembered networks; the oldest are dropped. */
const maxRemembered = 20_000

/** Who logs in. */
export interface LoginSender {
  ip: string | null
  isDevice: boolean
  directoryId?: string
}

/** Chooses the queue of a login before any database access. */
export interface LoginLanes {
  /**
   * @param isDevice whether a device token proves an earlier login
   * @param directoryId the provider whose directory verifies the password: a slow one delays no other logins
   * @throws DomainError busy
   */
  run<T>(sender: LoginSender, work: () => Promise<T>): Promise<T>
  /** Records a successful login from this address. */
  remember(ip: string | null): void
}

/** Creates the lanes of one process. */
export function createLoginLanes(knex: Knex, clock: () => number = () => performance.now()): LoginLanes {
  const queues = new Map<string, { known: BoundedQueue; stranger: BoundedQueue }>()
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

  /** The first read is awaited, the others run in the background. The login itself reports an unavailable database. */
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

  function queuesOf(directoryId: string) {
    const known = queues.get(directoryId)
    if (known) return known
    const made = { known: createBoundedQueue(lanes.known), stranger: createBoundedQueue(lanes.stranger) }
    queues.set(directoryId, made)
    return made
  }

  return {
    async run({ ip, isDevice, directoryId = 'none' }, work) {
      const { known, stranger } = queuesOf(directoryId)
      if (isDevice) return known.run(work)
      await refresh()
      return networks.has(networkOf(ip)) ? known.run(work) : runStranger(stranger, ip, work)
    },
    remember(ip) {
      if (networks.size < maxRemembered) networks.add(networkOf(ip))
    },
  }
}
