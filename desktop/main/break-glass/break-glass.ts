import path from 'node:path'
import type { BreakGlassCopyState, BreakGlassList, NewBreakGlassCopy } from '../../bridge.ts'
import type { ConnectionStore } from '../connection-store.ts'
import { DesktopError } from '../desktop-error.ts'
import type { ReachServices } from '../reach-services.ts'
import type { SessionKeeper } from '../session-keeper.ts'
import { effectiveNow, expiryOf, isRefreshDue } from './copy-life.ts'
import { type CopyService, createCopyService, ServiceRefusal } from './copy-service.ts'
import { createDeletions, type DeletedCopy } from './deletions.ts'
import { createCopyKeys, passphraseLength } from './passphrase-key.ts'
import { problemOf } from './refresh-problem.ts'
import { refreshCopy } from './refresh-copy.ts'
import { openCopyFolder, type StoredCopy } from './stored-copy.ts'
import { createUnlockedCopies, type UnlockedCopies } from './unlocked-copies.ts'

export interface BreakGlassDependencies {
  /** The program's folder. */
  folder: string
  connections: Pick<ConnectionStore, 'find'>
  sessions: Pick<SessionKeeper, 'read'>
  reach: Pick<ReachServices, 'fetch'>
  now: () => Date
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  onChange: () => void
  log: (line: string) => void
}

/** Milliseconds to report a deletion while its connection is removed. */
const reportMs = 5_000

type Reason = DeletedCopy['reason']

/** The encrypted copies of configurations on this computer. */
export class BreakGlass {
  readonly unlocked: UnlockedCopies
  readonly #dependencies: BreakGlassDependencies
  readonly #folder: ReturnType<typeof openCopyFolder>
  readonly #deletions: ReturnType<typeof createDeletions>
  readonly #refreshes = new Map<string, { ending: AbortController; done: Promise<void> }>()
  #ticking: Promise<void> | null = null

  constructor(dependencies: BreakGlassDependencies) {
    const folder = path.join(dependencies.folder, 'break-glass')
    this.#dependencies = dependencies
    this.#folder = openCopyFolder(folder)
    this.#deletions = createDeletions(folder)
    const nowMs = () => dependencies.now().getTime()
    this.unlocked = createUnlockedCopies(this.#folder, (copy) => this.#effectiveNow(copy), nowMs)
  }

  /** Returns the copies and deletions of a connection. */
  list(connectionId: string): BreakGlassList {
    const isOwn = (one: { connectionId: string }) => one.connectionId === connectionId
    return {
      copies: this.#folder
        .list()
        .filter(isOwn)
        .map((copy) => this.#present(copy)),
      deletions: this.#deletions
        .list()
        .filter((one) => isOwn(one) && one.reason !== 'user')
        .map(({ id, tenantName, computer, reason, deletedAt }) => ({ id, tenantName, computer, reason, deletedAt })),
    }
  }

  /**
   * Returns a copy of the connection.
   * @throws DesktopError desktop_break_glass_missing
   */
  find(connectionId: string, id: string): StoredCopy {
    const copy = this.#folder.find(id)
    if (copy?.connectionId !== connectionId) throw new DesktopError('desktop_break_glass_missing')
    return copy
  }

  /**
   * Stores a copy that the service has registered, still empty.
   * @throws DesktopError desktop_break_glass_passphrase_short, desktop_break_glass_exists
   */
  async create(connectionId: string, given: NewBreakGlassCopy): Promise<void> {
    const { passphrase, ...fields } = given
    if ([...passphrase.normalize('NFKC')].length < passphraseLength) {
      throw new DesktopError('desktop_break_glass_passphrase_short', { length: passphraseLength })
    }
    if (this.#folder.find(given.id)) throw new DesktopError('desktop_break_glass_exists')
    const { publicKey, wrapped } = await createCopyKeys(given.id, passphrase)
    const at = this.#dependencies.now().toISOString()
    await this.#folder.write({
      ...{ format: 1, ...fields, connectionId, publicKey: publicKey.toString('base64'), wrapped },
      ...{ createdAt: at, contactedAt: at, latestSeenAt: at, refreshedAt: null, attemptedAt: null },
      ...{ devices: 0, configurations: 0, problem: null, failedUnlocks: 0, unlockNotBefore: null },
    })
    this.#dependencies.onChange()
  }

  async setSchedule(connectionId: string, id: string, everyHours: number | null): Promise<void> {
    await this.#folder.change(this.find(connectionId, id).id, { everyHours })
    this.#dependencies.onChange()
  }

  /** Starts a refresh, unless one is running. The list shows its progress and result. */
  refresh(connectionId: string, id: string): void {
    void this.#refresh(this.find(connectionId, id), { isUnattended: false })
  }

  /** Waits for the end of a refresh. */
  async settled(id: string): Promise<void> {
    await this.#refreshes.get(id)?.done
  }

  /** Deletes a copy and reports it to the service, now or at a later contact. */
  async delete(connectionId: string, id: string): Promise<void> {
    await this.#delete(this.find(connectionId, id), 'user')
    void this.#report()
  }

  /** @throws DesktopError desktop_break_glass_missing for a deletion of another connection */
  dismiss(connectionId: string, id: string): void {
    const found = this.#deletions.list().some((one) => one.id === id && one.connectionId === connectionId)
    if (!found) throw new DesktopError('desktop_break_glass_missing')
    this.#deletions.dismiss(id)
    this.#dependencies.onChange()
  }

  /** Deletes the copies of a connection that is about to be removed. */
  async removeConnection(connectionId: string): Promise<void> {
    for (const copy of this.#folder.list().filter((one) => one.connectionId === connectionId)) {
      await this.#delete(copy, 'connection')
    }
    await Promise.race([this.#report(), this.#dependencies.wait(reportMs, new AbortController().signal)])
  }

  /** Ends refreshes and locks all copies, before the program ends. */
  async stop(): Promise<void> {
    for (const { ending } of this.#refreshes.values()) ending.abort()
    for (const { id } of this.#folder.list()) this.unlocked.lock(id)
    await Promise.allSettled([...this.#refreshes.values()].map(({ done }) => done))
  }

  /**
   * Deletes copies that have expired, contacts the service for the others, and starts refreshes that are due. It runs at
   * the start of the program and by a timer.
   */
  tick(): Promise<void> {
    this.#ticking ??= this.#tick().finally(() => (this.#ticking = null))
    return this.#ticking
  }

  async #tick(): Promise<void> {
    const { now, connections, log, onChange } = this.#dependencies
    await this.#folder
      .eraseRemains((id) => log(`the break-glass copy ${id} had no valid record and was erased`))
      .catch((error: Error) => log(`remains of a copy were not erased: ${error.message}`))
    this.unlocked.lockIdle()
    const copies = this.#folder.list()
    for (const copy of copies) await this.#check(copy).catch((error: unknown) => this.#logRefusal(copy, error))
    await this.#report().catch((error: unknown) => log(`deletions were not reported: ${String(error)}`))
    this.#deletions.forgetOld(now(), (id) => connections.find(id) !== undefined)
    if (copies.length > 0) onChange()
  }

  /** Expiry comes first: it must not depend on a disk that can be written. */
  async #check(copy: StoredCopy): Promise<void> {
    const seen = this.#effectiveNow(copy)
    if (seen >= expiryOf(copy)) return this.#delete(copy, 'expired')
    await this.#folder
      .change(copy.id, { latestSeenAt: seen.toISOString() })
      .catch((error: unknown) => this.#logRefusal(copy, error))
    if (isRefreshDue(copy, this.#dependencies.now())) await this.#refresh(copy, { isUnattended: true })
    else await this.#contact(copy)
  }

  #refresh(copy: StoredCopy, how: { isUnattended: boolean }): Promise<void> {
    const running = this.#refreshes.get(copy.id)
    if (running) return running.done
    const ending = new AbortController()
    const done = this.#runRefresh(copy, how.isUnattended, ending.signal).finally(() => {
      this.#refreshes.delete(copy.id)
      this.#dependencies.onChange()
    })
    this.#refreshes.set(copy.id, { ending, done })
    this.#dependencies.onChange()
    return done
  }

  async #runRefresh(copy: StoredCopy, isUnattended: boolean, signal: AbortSignal): Promise<void> {
    const { id, connectionId } = copy
    const attemptedAt = this.#dependencies.now().toISOString()
    try {
      const service = this.#serviceOf(copy, this.#tokenOf(connectionId), signal, isUnattended)
      if (!(await this.#contact(copy, {}, service))) return
      if (this.#tokenOf(connectionId) === null) {
        return await this.#folder.change(id, { attemptedAt, problem: { kind: 'no-session', message: null } })
      }
      const figures = await refreshCopy(this.#folder, copy, service, signal)
      await this.#folder.change(id, { ...figures, attemptedAt, refreshedAt: attemptedAt, problem: null })
      await this.unlocked.reload(id)
      await this.#contact(copy, { refreshed: figures }, service)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ServiceRefusal && error.code === 'break_glass_copy_ended') {
        return void (await this.#delete(copy, 'revoked', { isRefreshing: true }))
      }
      this.#logRefusal(copy, error)
      await this.#folder.change(id, { attemptedAt, problem: problemOf(error) })
    }
  }

  /** Asks the service whether the copy may be kept, and deletes it otherwise. @returns whether it was kept */
  async #contact(copy: StoredCopy, report: object = {}, given?: CopyService): Promise<boolean> {
    const service = given ?? this.#serviceOf(copy, null, new AbortController().signal, true)
    const { ended, expires_after_days: expiresAfterDays } = await service.contact({ key: copy.contactKey, ...report })
    if (ended !== null) {
      await this.#delete(copy, 'revoked', { isRefreshing: given !== undefined })
      return false
    }
    const contactedAt = this.#effectiveNow(copy).toISOString()
    await this.#folder.change(copy.id, { contactedAt, latestSeenAt: contactedAt, expiresAfterDays })
    return true
  }

  async #delete(copy: StoredCopy, reason: Reason, { isRefreshing = false } = {}): Promise<void> {
    const running = this.#refreshes.get(copy.id)
    running?.ending.abort()
    if (!isRefreshing) await running?.done
    this.unlocked.lock(copy.id)
    const { id, connectionId, tenantName, computer, contactKey } = copy
    const deletedAt = this.#dependencies.now().toISOString()
    try {
      this.#deletions.add({ id, connectionId, tenantName, computer, reason, deletedAt, contactKey })
    } catch (error) {
      this.#logRefusal(copy, error) // a full disk must not keep the content
    }
    await this.#folder.erase(id)
    this.#dependencies.log(`the break-glass copy ${id} was deleted: ${reason}`)
    this.#dependencies.onChange()
  }

  /** Reports deletions that the service does not know yet. */
  async #report(): Promise<void> {
    for (const deleted of this.#deletions.list()) {
      const { id, connectionId, contactKey, reason } = deleted
      if (contactKey === null || !this.#dependencies.connections.find(connectionId)) continue
      const service = this.#serviceOf({ id, connectionId, tenantId: '' }, null, new AbortController().signal, true)
      try {
        await service.contact({ key: contactKey, deleted: reason })
        this.#deletions.markReported(id)
      } catch (error) {
        if (error instanceof ServiceRefusal && error.status === 404) this.#deletions.markReported(id)
      }
    }
  }

  #serviceOf(
    { id, connectionId, tenantId }: Pick<StoredCopy, 'id' | 'connectionId' | 'tenantId'>,
    token: string | null,
    signal: AbortSignal,
    isUnattended: boolean,
  ): CopyService {
    const { connections, reach, wait } = this.#dependencies
    const connection = connections.find(connectionId)
    if (!connection) throw new ServiceRefusal(null)
    return createCopyService({ reach, connection, copyId: id, tenantId, token, isUnattended, signal, wait })
  }

  #tokenOf(connectionId: string): string | null {
    return this.#dependencies.sessions.read(connectionId)?.token ?? null
  }

  #effectiveNow(copy: StoredCopy): Date {
    return effectiveNow(this.#folder.find(copy.id) ?? copy, this.#dependencies.now())
  }

  #present(copy: StoredCopy): BreakGlassCopyState {
    const { id, tenantId, tenantName, computer, everyHours, createdAt, contactedAt, refreshedAt } = copy
    const { devices, configurations, problem, expiresAfterDays } = copy
    return {
      ...{ id, tenantId, tenantName, computer, everyHours, createdAt, contactedAt, refreshedAt },
      ...{ devices, configurations, problem, expiresAfterDays },
      expiresAt: expiryOf(copy).toISOString(),
      isRefreshing: this.#refreshes.has(id),
      isUnlocked: this.unlocked.isUnlocked(id),
    }
  }

  #logRefusal({ id }: StoredCopy, error: unknown): void {
    this.#dependencies.log(`the break-glass copy ${id}: ${error instanceof Error ? error.message : error}`)
  }
}
