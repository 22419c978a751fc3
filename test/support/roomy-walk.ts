import type { TreeWalkBudget } from '../../service/domain/repository/chunks/tree-walk-budget.ts'

/** For a walk alone, which waits for nobody. */
export const roomyWalk: TreeWalkBudget = { grow: async () => undefined, release: () => undefined }
