import type { BreakGlassEntry } from '../../bridge.ts'
import { SealDamaged } from '../../../shared/repository/damaged.ts'
import { DesktopError } from '../desktop-error.ts'
import { contentName, manifestName, openContent, openManifest } from './manifest.ts'
import { openCopyKey } from './passphrase-key.ts'
import type { CopyFolder, StoredCopy } from './stored-copy.ts'

/** Copies whose passphrase was entered. Their keys are only in memory, and only until `lock` or the idle time. */
export interface UnlockedCopies {
  /**
   * Opens a copy with its passphrase. Each wrong one doubles the time until the next attempt, up to five minutes.
   * @throws DesktopError desktop_break_glass_wait, desktop_break_glass_passphrase_wrong, desktop_break_glass_damaged,
   *   desktop_break_glass_empty
   */
  unlock(copy: StoredCopy, passphrase: string): Promise<BreakGlassEntry[]>
  /** @throws DesktopError desktop_break_glass_locked, desktop_break_glass_damaged */
  read(id: string, artifactId: string): Promise<{ entry: BreakGlassEntry; content: Buffer }>
  isUnlocked(id: string): boolean
  /** Opens the entries again after a refresh. */
  reload(id: string): Promise<void>
  lock(id: string): void
  /** Locks copies that were not read for a quarter of an hour. */
  lockIdle(): void
}

interface Unlocked {
  privateKey: Buffer
  entries: Map<string, BreakGlassEntry>
  usedAt: number
}

const idleMs = 15 * 60_000
const maxDelaySeconds = 300

export function createUnlockedCopies(
  folder: CopyFolder,
  /** The present time, never earlier than a time at which the copy was used. */
  effectiveNow: (copy: StoredCopy) => Date,
  nowMs: () => number,
): UnlockedCopies {
  const unlocked = new Map<string, Unlocked>()
  const attempts = new Map<string, Promise<unknown>>()

  const lock = (id: string) => {
    unlocked.get(id)?.privateKey.fill(0)
    unlocked.delete(id)
  }

  const openEntries = async (id: string, privateKey: Buffer) => {
    const entries = await orDamaged(() => openManifest(privateKey, id, folder.pathOf(id, manifestName)))
    return new Map(entries.map((entry) => [entry.artifactId, entry]))
  }

  async function attempt({ id }: StoredCopy, passphrase: string): Promise<BreakGlassEntry[]> {
    const copy = folder.find(id)
    if (!copy) throw new DesktopError('desktop_break_glass_missing')
    const now = effectiveNow(copy).getTime()
    const waitMs = copy.unlockNotBefore === null ? 0 : Date.parse(copy.unlockNotBefore) - now
    if (waitMs > 0) throw new DesktopError('desktop_break_glass_wait', { seconds: Math.ceil(waitMs / 1000) })
    const failedUnlocks = copy.failedUnlocks + 1
    const delay = Math.min(2 ** (failedUnlocks - 1), maxDelaySeconds)
    // stored before the check: ending the program does not skip the delay
    await folder.change(id, { failedUnlocks, unlockNotBefore: new Date(now + delay * 1000).toISOString() })
    const publicKey = Buffer.from(copy.publicKey, 'base64')
    const privateKey = await openCopyKey(id, publicKey, copy.wrapped, passphrase)
    if (!privateKey) throw new DesktopError('desktop_break_glass_passphrase_wrong', { seconds: delay })
    await folder.change(id, { failedUnlocks: 0, unlockNotBefore: null })
    if (copy.refreshedAt === null) throw new DesktopError('desktop_break_glass_empty')
    const entries = await openEntries(id, privateKey)
    lock(id)
    unlocked.set(id, { privateKey, entries, usedAt: nowMs() })
    return [...entries.values()]
  }

  return {
    unlock(copy, passphrase) {
      const before = attempts.get(copy.id) ?? Promise.resolve()
      const running = before.then(() => attempt(copy, passphrase))
      const settled = running.catch(() => undefined)
      attempts.set(copy.id, settled)
      return running
    },
    async read(id, artifactId) {
      const found = unlocked.get(id)
      const entry = found?.entries.get(artifactId)
      if (!found || !entry) throw new DesktopError('desktop_break_glass_locked')
      found.usedAt = nowMs()
      const file = folder.pathOf(id, contentName(entry.versionId))
      return { entry, content: await orDamaged(() => openContent(found.privateKey, id, entry, file)) }
    },
    isUnlocked: (id) => unlocked.has(id),
    async reload(id) {
      const found = unlocked.get(id)
      if (found) found.entries = await openEntries(id, found.privateKey)
    },
    lock,
    lockIdle() {
      for (const [id, { usedAt }] of unlocked) if (nowMs() - usedAt >= idleMs) lock(id)
    },
  }
}

async function orDamaged<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isDamaged = error instanceof SealDamaged || (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (isDamaged) throw new DesktopError('desktop_break_glass_damaged')
    throw error
  }
}
