import { serviceBusy } from './service-busy.ts'

/** Limits how many expensive operations run at the same time in this process, in total and per tenant. */
export interface ConcurrencyLimiter {
  /**
   * @param of the tenant of the operation; null: all tenants
   * @returns releases the slot; call it once
   * @throws DomainError busy if no slot is free
   */
  acquire(of: string | null): () => void
}

/**
 * @param room `all`: slots in total; `own`: maximum for one tenant. A tenant gets a second slot only while less than
 *   half of all are taken.
 */
export function createConcurrencyLimiter(room: { all: number; own: number }): ConcurrencyLimiter {
  const taken = new Map<string | null, number>()
  let all = 0
  return {
    acquire(of) {
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
