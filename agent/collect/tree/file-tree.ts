import { message } from '../../../shared/messages/message.ts'
import { render } from '../../../shared/messages/render.ts'
import { readLinuxServerOptions, type TreeRequest } from '../../../shared/platforms/linux-server-options.ts'
import type { ChunkId } from '../../../shared/repository/chunk-id.ts'
import type { ChunkWriter } from '../../../shared/repository/chunk-writer.ts'
import type { Content } from '../../../shared/repository/content.ts'
import { createTreeWriter, type CollectedEntry } from '../../../shared/repository/tree-writer.ts'
import { DeviceFailure } from '../../device-failure.ts'
import type { ListedEntry } from '../../rsync/entry-table.ts'
import type { FileList } from '../../rsync/file-list.ts'
import { orderOf } from '../../rsync/list-order.ts'
import type { Session } from '../../sessions/session.ts'
import type { CapturedTree, RunLog } from '../captured.ts'
import { readableSize } from './readable-size.ts'
import { startRsync, type RsyncRun } from './rsync-run.ts'
import { checkShell } from './shell-check.ts'
import { createTreeContents, type FileProblem, type TreeContents } from './tree-contents.ts'
import { planTree, type Baseline, type TreePlan } from './tree-plan.ts'
import { createTreeProgress, type TreeProgress } from './tree-progress.ts'
import { createTreeRemarks, type TreeRemarks } from './tree-warnings.ts'

export interface FileTreeDependencies {
  baseline: Baseline
  /** Stores the chunks of files and folders. Flushed here only for checkpoints. */
  writer: ChunkWriter
  /** Reports the progress. `checkpoint` is the root of a stored tree. Never rejects. */
  report?: (progress: TreeProgress, checkpoint?: ChunkId) => Promise<void>
  limits?: FileTreeLimits
  log: RunLog
  now: () => Date
  signal: AbortSignal
}

export interface FileTreeLimits {
  /** Longest silence of the server during its turn. It sends nothing while it lists a large folder on a slow disk. */
  silenceMs: number
  /** Longest duration of a short command, and of the exit of the server's rsync. */
  exitMs: number
  /** Limit for all names and link targets of one list. The agent needs little more memory than this for it. */
  nameBytes: number
  /** How far beyond twice its listed size a file may grow before the transfer is rejected. */
  growthBytes: number
  /** Interval of progress logs and reports. */
  progressMs: number
  /**
   * Interval at which the completely read entries are stored as a checkpoint, from which an interrupted run continues.
   */
  checkpointMs: number
  /** Number of bytes after which a checkpoint is stored earlier. */
  checkpointBytes: number
}

export const fileTreeLimits: FileTreeLimits = {
  silenceMs: 600_000,
  exitMs: 30_000,
  nameBytes: 256 * 2 ** 20,
  growthBytes: 2 ** 30,
  progressMs: 60_000,
  checkpointMs: 300_000,
  checkpointBytes: 64 * 2 ** 20,
}

/**
 * Reads the paths of a linux_server through the server's rsync, as the receiving client. Needs no local rsync and
 * writes nothing to the local disk. Files unchanged since the baseline are not transferred. Unreadable entries are
 * listed as warnings; a requested path that is missing or unreadable fails the run.
 * @throws DeviceFailure
 * @throws the signal's reason when it is aborted
 */
export async function collectFileTree(
  session: Session,
  options: Readonly<Record<string, unknown>>,
  dependencies: FileTreeDependencies,
): Promise<CapturedTree> {
  const limits = dependencies.limits ?? fileTreeLimits
  const remarks = createTreeRemarks(dependencies.log)
  const request = requestOf(options, remarks)
  await checkShell(session, limits.exitMs)
  const capturedAt = dependencies.now()
  const settings = { ...limits, signal: dependencies.signal, onText: remarks.addLine }
  const run = await startRsync(session, request, settings)
  try {
    return await readTree(run, request, remarks, capturedAt, dependencies)
  } catch (fault) {
    throw await run.explain(fault)
  } finally {
    run.destroy()
  }
}

/**
 * Executes the steps of `collectFileTree` before the first byte of a file: checks the shell, sudo, the server's rsync
 * and the existence of each requested path. Does not check the content of the paths.
 * @throws as `collectFileTree`
 */
export async function tryFileTree(
  session: Session,
  options: Readonly<Record<string, unknown>>,
  { log, signal, limits = fileTreeLimits }: Pick<FileTreeDependencies, 'log' | 'signal' | 'limits'>,
): Promise<void> {
  const remarks = createTreeRemarks(log)
  const request = requestOf(options, remarks)
  await checkShell(session, limits.exitMs)
  const shallow = { ...request, excludes: request.paths.map(everythingBelow) }
  const run = await startRsync(session, shallow, { ...limits, signal, onText: remarks.addLine })
  try {
    const { list, transfer } = run.connection
    await checkRequested(run, request, list, remarks)
    await transfer.leave()
    await run.finish()
    await checkRequested(run, request, list, remarks)
  } catch (fault) {
    throw await run.explain(fault)
  } finally {
    run.destroy()
  }
}

/** Returns an exclude pattern for the content of a folder. */
function everythingBelow(path: string): string {
  return `${path === '/' ? '' : path.replace(/[*?[\\]/g, '\\$&')}/*`
}

function requestOf(options: Readonly<Record<string, unknown>>, remarks: TreeRemarks): TreeRequest {
  const { request, errors, warnings } = readLinuxServerOptions(options)
  if (errors.length > 0) {
    throw new DeviceFailure('options_invalid', {
      step: message('step_reading_device_options'),
      seen: errors.map(({ option, error }) => `${option}: ${render(error, 'en')}`).join('; '),
    })
  }
  for (const warning of warnings) remarks.note(warning)
  return request
}

async function readTree(
  run: RsyncRun,
  request: TreeRequest,
  remarks: TreeRemarks,
  capturedAt: Date,
  { baseline, writer, log, report = () => Promise.resolve(), limits = fileTreeLimits }: FileTreeDependencies,
): Promise<CapturedTree> {
  const { list, transfer, protocol } = run.connection
  const order = orderOf(list.table)
  const plan = planTree(list.table, order, baseline)
  const entryAt = (position: number) => list.table.entry(order[position] as number)
  log('info', message('log_tree_listed', { protocol, entries: plan.positions.length }))
  await checkRequested(run, request, list, remarks)
  checkSize(plan, request)
  const { wanted, unchanged, bytes: size } = plan
  log('info', message('log_tree_planned', { files: wanted.length, unchanged, size }))

  const progress = createTreeProgress({
    totalFiles: plan.wanted.length,
    totalBytes: plan.wanted.reduce((sum, position) => sum + entryAt(position).size, 0),
    log,
    report: (progress) => void report(progress),
    everyMs: limits.progressMs,
    now: () => performance.now(),
  })
  let last = { endedAt: performance.now(), tookMs: 0, bytes: 0 }
  async function fileEnded() {
    progress.fileEnded()
    const startedAt = performance.now()
    const { bytes, files } = progress.progress()
    const sinceMs = startedAt - last.endedAt
    const dueBytes = Math.max(limits.checkpointBytes, files * checkpointBytesPerFile)
    const isDue = sinceMs >= limits.checkpointMs || bytes - last.bytes >= dueBytes
    if (!isDue || sinceMs < checkpointShare * last.tookMs) return
    const root = await writeCheckpoint(writer, list, plan, entryAt, contents)
    await report(progress.progress(), root)
    last = { endedAt: performance.now(), tookMs: performance.now() - startedAt, bytes }
  }
  const contents = createTreeContents(writer, entryAt, remarks, limits.growthBytes, {
    received: progress.received,
    fileEnded,
  })
  await transfer.receive(plan.wanted, contents.receiver)
  const status = await run.finish()
  await checkRequested(run, request, list, remarks, contents, order)
  log('info', message('log_tree_received', { size: contents.receivedBytes(), status }))
  if (status !== 0 && remarks.count === 0) {
    remarks.note(message('warning_tree_ended_with_error', { status }))
  }
  addHints(remarks, request)

  const tree = await writeTree(writer, list, plan, entryAt, contents, remarks)
  const { files, directories, symlinks, others, bytes } = tree.counts
  const counts = { files, directories, symlinks, others, bytes, unchanged: plan.unchanged }
  const { root, identity } = tree
  const warnings = [...remarks.warnings]
  return { kind: 'tree', key: 'filetree', transport: 'ssh', root, identity, counts, warnings, capturedAt }
}

/**
 * Throws if a requested path is missing or unreadable. The list does not show it, because rsync reports it as a warning
 * and continues. Called before the transfer to avoid it, and after it, with `contents`, when the result is certain.
 */
async function checkRequested(
  run: RsyncRun,
  request: TreeRequest,
  list: FileList,
  remarks: TreeRemarks,
  contents?: TreeContents,
  order?: Uint32Array,
): Promise<void> {
  const missing = new Map(request.paths.map((path) => [nameOf(path), path]))
  for (let index = 0; index < list.table.count && missing.size > 0; index += 1) {
    const name = list.table.name(index).toString('latin1')
    const isLink = missing.delete(name) && list.table.entry(index).type === 'symlink'
    if (isLink && !contents) remarks.note(message('warning_tree_link', { path: name }))
  }
  if (list.table.count === 0) {
    await run.connection.drain()
    await run.finish()
  }
  for (const path of missing.values()) {
    const reason = remarks.unreadable(Buffer.from(path))?.reason
    if (reason && !/No such file/.test(reason)) throw requestFailure('path_unreadable', path, reason)
    const excluded = 'the server lists nothing of this name and gives no reason: an exclude pattern may match it'
    throw requestFailure('path_missing', path, reason ?? excluded)
  }
  for (const path of request.paths) {
    const reason = remarks.unreadable(Buffer.from(path))?.reason
    if (reason) throw requestFailure('path_unreadable', path, reason)
  }
  if (!contents || !order) return
  const requested = new Set(request.paths.map(nameOf))
  for (const [position, problem] of contents.problems) {
    const name = list.table.name(order[position] as number).toString('latin1')
    if (!requested.has(name) || problem === 'changed') continue
    const code = problem === 'vanished' ? 'path_missing' : 'path_unreadable'
    throw requestFailure(code, Buffer.from(name, 'latin1').toString(), problem)
  }
}

/** Returns a requested path as the list names it; the root is `/.`. */
function nameOf(path: string): string {
  return path === '/' ? '/.' : Buffer.from(path).toString('latin1')
}

function requestFailure(code: 'path_missing' | 'path_unreadable', path: string, seen: string): DeviceFailure {
  return new DeviceFailure(code, { step: message('step_reading_requested_path', { path: JSON.stringify(path) }), seen })
}

function checkSize(plan: TreePlan, { maxBytes }: TreeRequest): void {
  if (plan.bytes <= maxBytes) return
  const largest = plan.largest.map(({ path, size }) => `${path.toString()} (${readableSize(size)})`).join(', ')
  throw new DeviceFailure('tree_too_large', {
    step: message('step_listing_tree'),
    expected: message('expected_max_tree_bytes', { limit: maxBytes }),
    seen: `${readableSize(plan.bytes)}; the largest: ${largest}`,
  })
}

function addHints(remarks: TreeRemarks, { sudo }: TreeRequest): void {
  const denied = remarks.warnings.filter(
    ({ message: warning }) =>
      warning.code === 'warning_tree_unreadable' && /Permission denied/.test(warning.params.seen),
  ).length
  if (denied === 0) return
  remarks.note(message(sudo ? 'warning_tree_denied_to_root' : 'warning_tree_denied', { paths: denied }))
}

/** Checkpoints of a large tree take long: they may use at most a tenth of the time. */
const checkpointShare = 10

/**
 * A checkpoint writes an entry of every file that was read. It is stored early only if it saves reading this many bytes
 * for each: a tree of small files waits for `checkpointMs`.
 */
const checkpointBytesPerFile = 64 * 1024

/** Stores the completely read files as a tree, without the other entries: a baseline needs only files. */
async function writeCheckpoint(
  writer: ChunkWriter,
  list: FileList,
  plan: TreePlan,
  entryAt: (position: number) => ListedEntry,
  { contents, problems }: TreeContents,
): Promise<ChunkId> {
  const tree = createTreeWriter(writer)
  for (const position of plan.positions) {
    const content = contents.get(position) ?? plan.known.get(position)
    if (!content || problems.has(position)) continue
    const entry = entryAt(position)
    await tree.add(entry.name.subarray(1), collected(entry, { content }, list))
  }
  const { root } = await tree.end()
  await writer.flush()
  return root
}

async function writeTree(
  writer: ChunkWriter,
  list: FileList,
  plan: TreePlan,
  entryAt: (position: number) => ListedEntry,
  { contents, problems }: TreeContents,
  remarks: TreeRemarks,
) {
  const tree = createTreeWriter(writer)
  for (const position of plan.positions) {
    const entry = entryAt(position)
    const leader = plan.leaders.get(position) ?? position
    const folder = entry.type === 'directory' && remarks.unreadable(entry.name)
    const found = {
      content: contents.get(leader) ?? plan.known.get(leader),
      problem: problems.get(leader) ?? (folder ? ('unreadable' as const) : undefined),
      hardLink: plan.leaders.has(position) ? String(leader) : undefined,
    }
    const path = entry.name.subarray(1)
    await tree.add(isRoot(path) ? path.subarray(1) : path, collected(entry, found, list))
  }
  return tree.end()
}

function isRoot(path: Buffer): boolean {
  return path.length === 1 && path[0] === 0x2e
}

function collected(
  entry: ListedEntry,
  found: { content?: Content; problem?: FileProblem; hardLink?: string },
  { users, groups }: FileList,
): CollectedEntry {
  const user = users.get(entry.uid)
  const group = groups.get(entry.gid)
  return {
    type: entry.type,
    mode: entry.mode & 0o7777,
    uid: entry.uid,
    gid: entry.gid,
    size: entry.size,
    mtime: { seconds: entry.seconds, nanoseconds: entry.nanoseconds },
    ...(user !== undefined && { user }),
    ...(group !== undefined && { group }),
    ...(entry.target && { target: entry.target }),
    ...(entry.rdev && { rdev: entry.rdev }),
    ...(entry.type === 'file' && found.content && { content: found.content }),
    ...(found.problem && { problem: found.problem }),
    ...(found.hardLink !== undefined && { hardLink: found.hardLink }),
  }
}
