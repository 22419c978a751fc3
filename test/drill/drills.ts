import { clockWrong } from './clock-wrong.ts'
import { databaseLost } from './database-lost.ts'
import { disksFull } from './disk-full.ts'
import type { Drill } from './drill.ts'
import { masterKeyChanged, masterKeyLost } from './master-key.ts'
import { objectsLost } from './objects-lost.ts'
import { storeBusy } from './store-busy.ts'

/** All drills, in the order in which they run. */
export const drills: readonly Drill[] = [
  databaseLost,
  objectsLost,
  masterKeyLost,
  masterKeyChanged,
  ...disksFull,
  clockWrong,
  storeBusy,
]
