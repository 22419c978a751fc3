import { runEndings } from './at-end.ts'
import { removeDatabaseServers } from './database.ts'
import { runId } from './temporary-folders.ts'
import { removeS3Servers } from './s3-server.ts'

/**
 * Called by mocha when all tests are over. Nothing is set up before: the first test that needs a thing starts it. The
 * processes that files were shared among are gone by now, and what they started is still there.
 */
export async function mochaGlobalTeardown(): Promise<void> {
  await runEndings()
  const isOurs = (run: number) => run === runId
  await removeDatabaseServers(isOurs)
  await removeS3Servers(isOurs)
}
