import type { TaskTable } from './task.ts'
import { diffTexts } from './tasks/diff-texts.ts'
import { measureVersionMagnitude } from './tasks/measure-version-magnitude.ts'

/** Everything the service computes away from its event loop: one file in tasks/ and one line here each. */
export const tasks = { diffTexts, measureVersionMagnitude } satisfies TaskTable
