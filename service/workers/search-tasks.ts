import type { TaskTable } from './task.ts'
import { scanTexts } from './tasks/scan-texts.ts'

/** Tasks of the search threads. Searches have their own pool, so that they do not delay backups. */
export const searchTasks = { scanTexts } satisfies TaskTable
