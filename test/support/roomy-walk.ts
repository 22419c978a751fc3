import type { WalkMemory } from '../../service/domain/repository/walk-memory.ts'

/** For a walk alone, which waits for nobody. */
export const roomyWalk: WalkMemory = { grow: async () => undefined, giveBack: () => undefined }
