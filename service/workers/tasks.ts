import type { TaskTable } from './task.ts'

/** Everything the service computes away from its event loop: one file in tasks/ and one line here each. */
export const tasks = {} satisfies TaskTable
