import { emptyHarvest, type OpenPath } from './device-collector.ts'
import { collectFileTree, tryFileTree } from './file-tree.ts'
import { openSshSession } from './ssh-path.ts'

/** The path to a server's file tree: its rsync, over SSH. */
export const openFileTree: OpenPath = async (job, _platform, deps) => {
  const session = await openSshSession(job, deps)
  const { log, now, signal } = deps
  const { options } = job.device
  return {
    async read() {
      const tree = await collectFileTree(session, options, { ...(await deps.treeDeps()), log, now, signal })
      return { ...emptyHarvest(), trees: [tree] }
    },
    async prove() {
      await tryFileTree(session, options, { log, signal })
      deps.onStep?.('rsync')
    },
    close: () => session.close(),
  }
}
