import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'

/** What the job rows showed while processes were killed. */
export interface Observer {
  /** The longest time that an expired lease or offer remained, while a replica and the database were available. */
  readonly overdueMs: number
  /** The longest time that jobs waited while no agent held any, under the same conditions. */
  readonly idleMs: number
  end(): Promise<void>
}

const everyMs = 200

/**
 * @param owner can read every row
 * @param hasReplica whether a replica is listening
 */
export function startObserver(owner: Knex, hasReplica: () => boolean): Observer {
  let [overdueMs, idleMs] = [0, 0]
  let isOver = false
  // time counts only while a replica could act
  let upSince = performance.now()
  let idleSince: number | undefined

  async function look() {
    const { rows } = await owner.raw(look.sql)
    if (!hasReplica()) throw new Error('no replica is running')
    const { overdue, waits, held } = rows[0] as { overdue: number; waits: boolean; held: boolean }
    const now = performance.now()
    overdueMs = Math.max(overdueMs, Math.min(overdue, now - upSince))
    idleSince = waits && !held ? (idleSince ?? now) : undefined
    if (idleSince !== undefined) idleMs = Math.max(idleMs, now - idleSince)
  }
  look.sql = `select
    coalesce(max(extract(epoch from clock_timestamp() - case when status = 'running' then lease_expires_at
      else offer_expires_at end)) * 1000, 0)::float as overdue,
    coalesce(bool_or(lease_id is null and not_before <= now()), false) as waits,
    coalesce(bool_or(lease_id is not null), false) as held
    from jobs where status in ('queued', 'retrying', 'running')`

  const watching = (async () => {
    while (!isOver) {
      await look().catch(() => {
        upSince = performance.now()
        idleSince = undefined
      })
      await pause(everyMs)
    }
  })()
  return {
    get overdueMs() {
      return Math.round(overdueMs)
    },
    get idleMs() {
      return Math.round(idleMs)
    },
    end() {
      isOver = true
      return watching
    },
  }
}
