import { runEndings } from './at-end.ts'
import { removeDatabaseServers } from './database.ts'
import { runId } from './temporary-folders.ts'
import { removeS3Servers } from './s3-server.ts'

/**
 * Called by mocha after all tests. There is no global setup: the first test that needs a resource starts it. The worker
 * processes have ended by now, but what they started is still running.
 */
export async function mochaGlobalTeardown(): Promise<void> {
  await runEndings()
  const isOurs = (run: number) => run === runId
  await removeDatabaseServers(isOurs)
  await removeS3Servers(isOurs)
}

export const mochaHooks: Mocha.RootHookObject = {
  /** A worker process sends only the enumerable properties of an error. */
  afterEach(this: Mocha.Context) {
    const { err } = this.currentTest ?? {}
    if (err?.cause !== undefined) Object.defineProperty(err, 'cause', { enumerable: true, value: err.cause })
  },
}
