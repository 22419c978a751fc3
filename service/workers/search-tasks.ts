import type { TaskTable } from './task.ts'
import { scanTexts } from './tasks/scan-texts.ts'

/** What the threads of searches do. They have a pool of their own: a search must not keep backups waiting. */
export const searchTasks = { scanTexts } satisfies TaskTable
