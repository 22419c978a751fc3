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

  /** Libraries that find `window` behave as in a browser, so a page that a file leaves open breaks the files after it. */
  afterAll() {
    if (!('window' in globalThis)) return
    Reflect.deleteProperty(globalThis, 'window')
    throw new Error('A test left globalThis.window defined. Close each page of openHeadlessPage.')
  },
}
