import fs from 'node:fs'
import path from 'node:path'
import { freshDatabase } from './database.ts'
import { temporaryFolder } from './temporary-folders.ts'
import { createTestDependencies } from './test-dependencies.ts'

export type TestRepository = Awaited<ReturnType<typeof startTestRepository>>

/** Returns the service's components that store and read backups, without HTTP. Counts reads from the store. */
export async function startTestRepository(start = new Date('2025-03-01T12:00:00Z')) {
  const db = await freshDatabase()
  const folder = temporaryFolder('coffer-test-repository-')
  const { dependencies, closers, advance } = await createTestDependencies(db, folder, {
    now: start,
    wrapStore: (disk) => ({
      ...disk,
      async get(key, range, allocate) {
        test.reads++
        if (test.outage) throw test.outage
        return disk.get(key, range, allocate)
      },
      async put(key, bytes) {
        if (test.outage) throw test.outage
        return disk.put(key, bytes)
      },
    }),
  })
  const test = {
    dependencies,
    db,
    /** Number of requests to the store since it was last set to 0. */
    reads: 0,
    /** If set, every request to the store fails with it. */
    outage: null as Error | null,
    /** Advances the clock, which is otherwise stopped. */
    advance,
    /** The folder of the disk store. */
    folder: path.join(folder, 'objects'),
    async close() {
      await closers.closeAll()
      await db.drop()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
  return test
}
