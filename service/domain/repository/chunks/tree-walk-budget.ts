import { chunkIdBytes } from '../../../../shared/repository/chunk-id.ts'
import { shareOfLimit } from '../../../share-of-limit.ts'
import { serviceBusy } from '../../kernel/service-busy.ts'
import { type ByteBudget, createByteShares } from './byte-budget.ts'
import { storedTreeLimits } from './stored-tree-limits.ts'

/**
 * Memory budget for what the tree walks of one job collect: chunk ids, names of hard links. Small trees can expand to
 * hundreds of megabytes, and many may be walked at the same time.
 */
export interface TreeWalkBudget {
  /**
   * Resolves when this total number of bytes may be used.
   * @throws DomainError busy if too many jobs wait
   */
  grow(bytes: number): Promise<void>
  /** Releases the budget once the results of the walks are no longer used; idempotent. */
  release(): void
}

/** Sizes in bytes per replica. */
export interface WalkMemorySizes {
  /** Initial budget of each job: enough for trees of some hundred thousand files. */
  small: number
  /** Budget of a job that needs more: its maximum, so that two such jobs cannot block each other. */
  large: number
  /** Maximum number of concurrent jobs of each kind, in total and per tenant. */
  atOnce: { small: number; large: number; smallOfOne: number; largeOfOne: number }
  /** Maximum number of jobs that wait for either. */
  waiting: number
}

export const walkMemorySizes: WalkMemorySizes = {
  small: 8 * 1024 * 1024,
  large: storedTreeLimits.references * chunkIdBytes + storedTreeLimits.linkBytes,
  atOnce: { small: shareOfLimit(16), large: shareOfLimit(2), smallOfOne: shareOfLimit(8), largeOfOne: 1 },
  waiting: 100,
}

/** Creates a budget for each job. */
export function createWalkMemories(sizes = walkMemorySizes): (tenantId: string) => TreeWalkBudget {
  const { small, large, atOnce } = sizes
  const smallShares = createByteShares(small * atOnce.small, small * atOnce.smallOfOne)
  const largeShares = createByteShares(large * atOnce.large, large * atOnce.largeOfOne)

  async function take(budget: ByteBudget, bytes: number): Promise<() => void> {
    if (budget.waiting >= sizes.waiting) throw serviceBusy()
    return budget.acquire(bytes)
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
