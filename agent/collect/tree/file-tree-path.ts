import { noArtifacts, type OpenPath } from '../device-collector.ts'
import { collectFileTree, tryFileTree } from './file-tree.ts'
import { openSshSession } from '../ssh-path.ts'

/** Collects a server's file tree through its rsync, over SSH. */
export const openFileTree: OpenPath = async (job, _platform, dependencies) => {
  const session = await openSshSession(job, dependencies)
  const { log, now, signal } = dependencies
  const { options } = job.device
  return {
    async read() {
      const tree = await collectFileTree(session, options, {
        ...(await dependencies.treeDependencies()),
        log,
        now,
        signal,
      })
      return { ...noArtifacts(), trees: [tree] }
    },
    async probe() {
      await tryFileTree(session, options, { log, signal })
      dependencies.onStep?.('rsync')
    },
    close: () => session.close(),
  }
}
