import { chunkIdBytes } from '../../../../shared/repository/chunk-id.ts'
import { shareOfLimit } from '../../../share-of-limit.ts'
import { serviceBusy } from '../../kernel/service-busy.ts'
import { type ByteBudget, createByteShares } from './byte-budget.ts'
import { storedTreeLimits } from './stored-tree-limits.ts'

/**
 * Room for what the walks of one job's trees gather: ids of chunks, names of hard links. Whoever wrote them, trees of few
 * bytes can spell out hundreds of megabytes, and many may come at once.
 */
export interface TreeWalkBudget {
  /**
   * Resolves when so many bytes in all may be held.
   * @throws DomainError 503 when too many jobs wait for that
   */
  grow(bytes: number): Promise<void>
  /** When nothing of what the walks gave is held any more. Again: nothing more to give. */
  release(): void
}

/** Bytes per replica. */
export interface WalkMemorySizes {
  /** What every job is given as it begins: enough for trees of some hundred thousand files. */
  small: number
  /** What one is given that needs more: as much as it may ever need, so that no two wait for each other. */
  large: number
  /** Jobs of each kind at once, and how many of them may be one customer's. */
  atOnce: { small: number; large: number; smallOfOne: number; largeOfOne: number }
  /** Jobs that may wait for either. */
  waiting: number
}

export const walkMemorySizes: WalkMemorySizes = {
  small: 8 * 1024 * 1024,
  large: storedTreeLimits.references * chunkIdBytes + storedTreeLimits.linkBytes,
  atOnce: { small: shareOfLimit(16), large: shareOfLimit(2), smallOfOne: shareOfLimit(8), largeOfOne: 1 },
  waiting: 100,
}

/** Gives each job its own. */
export function createWalkMemories(sizes = walkMemorySizes): (tenantId: string) => TreeWalkBudget {
  const { small, large, atOnce } = sizes
  const smallShares = createByteShares(small * atOnce.small, small * atOnce.smallOfOne)
  const largeShares = createByteShares(large * atOnce.large, large * atOnce.largeOfOne)

  async function take(budget: ByteBudget, bytes: number): Promise<() => void> {
    if (budget.waiting >= sizes.waiting) throw serviceBusy()
    return budget.take(bytes)
  }

  return (tenantId) => {
    const taken: (() => void)[] = []
    let held = 0
    return {
      async grow(bytes) {
        if (held === 0) {
          taken.push(await take(smallShares(tenantId), small))
          held = small
        }
        if (bytes > held) {
          taken.push(await take(largeShares(tenantId), large))
          held = Infinity
        }
      },
      release() {
        for (const release of taken.splice(0)) release()
        held = 0
      },
    }
  }
}
