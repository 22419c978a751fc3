import { setTimeout as pause } from 'node:timers/promises'
import { message } from '../../shared/messages/message.ts'
import type { ByteRange, ObjectStore } from '../../service/objects/object-store.ts'
import { ObjectNotFound, StoreUnreachable } from '../../service/objects/object-store.ts'

export type StoreMethod = keyof ObjectStore

/**
 * A fault of one request. Faults that concern content or listings have no effect on other requests.
 *
 * - `error`, `slow_down`: not executed, reported as failed
 * - `delay`: executed later
 * - `answer_lost`: executed, but the reply is lost
 * - `short_read`: silently returns fewer bytes
 * - `flipped_bit`: one bit of what is read, or permanently of what is written; the middle one unless it is specified
 * - `absent`: the object is reported as missing
 * - `empty_listing`, `wrong_listing`: none of the objects; all but every third, and one that does not exist
 * - `cut_listing`: some of the objects, then an error
 */
export type Fault =
  | { kind: Exclude<FaultKind, 'delay' | 'flipped_bit'> }
  | { kind: 'delay'; ms: number }
  | { kind: 'flipped_bit'; bit?: number }

export type FaultKind =
  | 'error'
  | 'slow_down'
  | 'delay'
  | 'answer_lost'
  | 'short_read'
  | 'flipped_bit'
  | 'absent'
  | 'empty_listing'
  | 'wrong_listing'
  | 'cut_listing'

/**
 * A request as the plan sees it: `count` is the number of earlier requests of that method. A listing's key is its
 * prefix.
 */
interface StoreRequest {
  method: StoreMethod
  key: string
  count: number
}

/** Decides the fault of each request. */
export type FaultPlan = (request: StoreRequest) => Fault | FaultKind | undefined

export type FaultyStore = ReturnType<typeof createFaultyStore>

/** Returns a store whose requests fail as planned; without a plan, none fails. */
export function createFaultyStore(store: ObjectStore, plan: FaultPlan = healthy) {
  const faults: { method: StoreMethod; key: string; kind: FaultKind }[] = []
  const counts = new Map<StoreMethod, number>()
  let followed = plan

  function faultOf(method: StoreMethod, key: string): Fault | undefined {
    const count = counts.get(method) ?? 0
    counts.set(method, count + 1)
    const decided = followed({ method, key, count })
    if (!decided) return undefined
    const fault = typeof decided === 'string' ? asFault(decided) : decided
    faults.push({ method, key, kind: fault.kind })
    return fault
  }

  /** Applies faults that are possible for any request. */
  async function run<T>(fault: Fault | undefined, work: () => Promise<T>): Promise<T> {
    if (fault?.kind === 'error') throw new StoreUnreachable(message('store_connection_refused'))
    if (fault?.kind === 'slow_down')
      throw new StoreUnreachable(
        message('store_answered_error', { status: 503, store_code: 'SlowDown', cause: 'unknown' }),
      )
    if (fault?.kind === 'delay') await pause(fault.ms)
    const answer = await work()
    if (fault?.kind === 'answer_lost') throw new StoreUnreachable(message('store_connection_lost'))
    return answer
  }

  const faulty: ObjectStore = {
    put(key, bytes) {
      const fault = faultOf('put', key)
      return run(fault, () => store.put(key, fault?.kind === 'flipped_bit' ? withFlippedBit(bytes, fault.bit) : bytes))
    },
    get(key, range?: ByteRange) {
      const fault = faultOf('get', key)
      return run(fault, async () => {
        if (fault?.kind === 'absent') throw new ObjectNotFound(key)
        const bytes = await store.get(key, range)
        if (fault?.kind === 'short_read') return Buffer.from(bytes.subarray(0, bytes.length >> 1))
        return fault?.kind === 'flipped_bit' ? withFlippedBit(bytes, fault.bit) : bytes
      })
    },
    head(key) {
      const fault = faultOf('head', key)
      return run(fault, async () => (fault?.kind === 'absent' ? null : await store.head(key)))
    },
    async *list(prefix, after) {
      const decided = faultOf('list', prefix)
      const fault = decided?.kind === 'answer_lost' ? asFault('cut_listing') : decided
      await run(fault, async () => {})
      if (fault?.kind === 'empty_listing') return
      if (fault?.kind === 'wrong_listing') yield { key: `${prefix.replace(/\/$/, '')}/00-not-there`, size: 1 }
      let seen = 0
      for await (const found of store.list(prefix, after)) {
        seen++
        if (fault?.kind === 'wrong_listing' && seen % 3 === 0) continue
        if (fault?.kind === 'cut_listing' && seen > 1) break
        yield found
      }
      if (fault?.kind === 'cut_listing') throw new StoreUnreachable(message('store_connection_lost'))
    },
    delete(key) {
      return run(faultOf('delete', key), () => store.delete(key))
    },
    deleteEveryVersion(key) {
      return run(faultOf('deleteEveryVersion', key), () => store.deleteEveryVersion(key))
    },
    takesUploads: store.takesUploads,
    presignPut(key, expected) {
      return run(faultOf('presignPut', key), () => store.presignPut(key, expected))
    },
    check() {
      return run(faultOf('check', ''), () => store.check())
    },
  }
  return Object.assign(faulty, {
    /** Faults so far, in order. */
    faults,
    /** Replaces the plan. */
    follow: (next: FaultPlan) => void (followed = next),
  })
}

/** Without faults. */
export const healthy: FaultPlan = () => undefined

function asFault(kind: FaultKind): Fault {
  return kind === 'delay' ? { kind, ms: 20 } : { kind }
}

function withFlippedBit(bytes: Buffer, bit = bytes.length * 4): Buffer {
  const flipped = Buffer.from(bytes)
  if (flipped.length > 0) flipped[(bit >> 3) % flipped.length]! ^= 1 << (bit & 7)
  return flipped
}
