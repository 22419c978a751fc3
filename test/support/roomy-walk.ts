import type { TreeWalkBudget } from '../../service/domain/repository/chunks/tree-walk-budget.ts'

/** An unlimited budget, for a single walk. */
export const roomyWalk: TreeWalkBudget = { grow: async () => undefined, release: () => undefined }
