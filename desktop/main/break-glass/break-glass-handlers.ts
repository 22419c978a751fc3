import fs from 'node:fs/promises'
import type { BridgeHandlers } from '../ipc.ts'
import type { BreakGlass } from './break-glass.ts'

/** Longest text that a page shows. */
const shownBytes = 1024 * 1024

/** Returns the handlers of the bridge's calls about break-glass copies. A page reaches those of its own connection. */
export function createBreakGlassHandlers(
  { breakGlass, askForFile }: { breakGlass: BreakGlass; askForFile: (name: string) => Promise<string | null> },
  useClick: (caller: string) => void,
) {
  const { unlocked } = breakGlass
  const idOf = (caller: string, id: string) => breakGlass.find(caller, id).id
  return {
    listBreakGlass: (caller) => breakGlass.list(caller),
    createBreakGlass: (caller, copy) => breakGlass.create(caller, copy),
    refreshBreakGlass: (caller, id) => breakGlass.refresh(caller, id),
    scheduleBreakGlass: (caller, id, everyHours) => breakGlass.setSchedule(caller, id, everyHours),
    deleteBreakGlass: (caller, id) => breakGlass.delete(caller, id),
    dismissBreakGlass: (caller, id) => breakGlass.dismiss(caller, id),
    unlockBreakGlass: (caller, id, passphrase) => unlocked.unlock(breakGlass.find(caller, id), passphrase),
    lockBreakGlass: (caller, id) => unlocked.lock(idOf(caller, id)),
    async readBreakGlass(caller, id, artifactId) {
      const { content } = await unlocked.read(idOf(caller, id), artifactId)
      return { text: content.subarray(0, shownBytes).toString('utf8'), isCut: content.length > shownBytes }
    },
    async saveBreakGlass(caller, id, artifactId) {
      useClick(caller)
      const { entry, content } = await unlocked.read(idOf(caller, id), artifactId)
      const at = entry.capturedAt.replace(/[-:]|\.\d+/g, '')
      const file = await askForFile(`${entry.device}_${entry.key}_${at}.txt`.replace(/[^\w.-]/g, '_'))
      if (file === null) return null
      await fs.writeFile(file, content, { mode: 0o600 })
      return file
    },
  } satisfies Partial<BridgeHandlers>
}
