import { formatApiPath } from '../../../shared/repository/api-path.ts'
import { type TreeEntry, streamFolder } from '../../../shared/repository/tree.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type Reading, readWhole } from '../reading.ts'
import { conflict } from '../refusal.ts'
import { createPacer } from '../repository/pacer.ts'
import { findInSnapshot, findSnapshot, nameSnapshot, parseTreePath } from './find-snapshot.ts'

/**
 * Entries of a folder by the bytes of their names.
 * @param page `after`: the name behind which the page begins
 * @throws Refusal 404 for a path that is not in the tree, 409 for one that is no folder, 422 for one that is none
 */
export async function browseSnapshot(
  reading: Reading,
  snapshotId: string,
  path: string,
  page: { limit: number; after: Buffer | null },
): Promise<TreeEntry[]> {
  const treePath = parseTreePath(path)
  const { snapshot } = await reading.inCall((call) => findSnapshot(call, snapshotId))
  const reader = reading.repository.chunkReader(snapshot.tenantId)
  const entries = await readWhole(reading, nameSnapshot(snapshot), async () => {
    const folder = await findInSnapshot(reader, snapshot, treePath)
    if (folder.type !== 'directory' || !folder.content) {
      throw conflict(`${formatApiPath(treePath)} is a ${folder.type}, not a directory.`, 'not_a_folder')
    }
    const pace = createPacer(reading.signal)
    const found: TreeEntry[] = []
    for await (const entry of streamFolder(reader, folder.content)) {
      await pace()
      if (page.after && Buffer.compare(entry.name, page.after) <= 0) continue
      found.push(entry)
      if (found.length === page.limit) break
    }
    return found
  })
  const { tenantId } = snapshot
  await reading.inCall((call) =>
    recordAudit(call, 'snapshot.browse', { kind: 'snapshot', id: snapshotId, tenantId, detail: { path } }),
  )
  return entries
}
