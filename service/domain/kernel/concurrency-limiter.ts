import { serviceBusy } from './service-busy.ts'

/** Places of one process that customers share, for what takes long or holds much. */
export interface ConcurrencyLimiter {
  /**
   * @param of the customer that it is done for; null: for all
   * @returns gives the place back; called once. @throws DomainError 503 when there is none
   */
  take(of: string | null): () => void
}

/**
 * @param room how many places there are, and how many of them one customer may have; another one only while less than half
 *   of all are taken
 */
export function createConcurrencyLimiter(room: { all: number; own: number }): ConcurrencyLimiter {
  const taken = new Map<string | null, number>()
  let all = 0
  return {
    take(of) {
      const own = taken.get(of) ?? 0
      if (own >= room.own || all >= (own === 0 ? room.all : room.all / 2)) throw serviceBusy()
      taken.set(of, own + 1)
      all++
      return () => {
        all--
        const left = (taken.get(of) ?? 0) - 1
        if (left > 0) taken.set(of, left)
        else taken.delete(of)
      }
    },
  }
}
