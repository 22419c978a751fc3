import { setTimeout as wait } from 'node:timers/promises'
import { type ExpectationMessage, failureSentences } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import { refusalOf } from '../collect/api/api-refusal.ts'
import { isRefusal } from '../collect/is-refusal.ts'
import type { CapturedArchive, CapturedLongText, CapturedText } from '../collect/captured.ts'
import { describeSize } from '../../shared/redact/describe-size.ts'
import { objectIn } from '../../shared/platforms/read-json.ts'
import type { ApiRequest, CaptureWarning } from '../../shared/platforms/requests.ts'
import { DeviceFailure } from '../device-failure.ts'
import { fileLeft, withCleanup, withLeftArchive } from './lbco_bigip-artifacts.ts'
import { leftoversIn } from './lbco_bigip-names.ts'
import { type Meaning, getJson, objectOf, postJson } from './lbco_bigip-rest-replies.ts'
import type { BigipRestRun } from './lbco_bigip-rest-run.ts'

const tasksPath = '/mgmt/tm/task/sys/ucs'
const archivesPath = '/mgmt/tm/sys/ucs'
const downloadsPath = '/mgmt/shared/file-transfer/ucs-downloads'

/** Bytes per request. The device returns at most a mebibyte and does not report truncation. */
const pieceBytes = 512 * 1024

/** Attempts for one range. */
const tries = 3

/** Creating archives requires an administrator or a resource administrator. */
const mayNot: Meaning = { 400: 'archive_refused', 403: 'archive_refused' }

/**
 * Reads the unit's archive: a task creates it on the device, it is downloaded in ranges and removed in every outcome.
 * @throws DeviceFailure archive_refused if the account may not create or download it; archive_damaged; request_failed
 */
export async function readUcsOverRest(
  run: BigipRestRun,
  companion: CapturedText | CapturedLongText | undefined,
): Promise<CapturedArchive> {
  const { dependencies, names, talk } = run
  const making = { isBegun: false, mayGoOn: false }
  const removed = talk.deferCleanup(removalOf(names.ucs))
  const keeping = async () => {
    const sizeBytes = await make(run, making)
    const archive = names.ucs
    const made =
      sizeBytes === undefined
        ? message('log_archive_made', { archive })
        : message('log_archive_made_of_size', { archive, bytes: sizeBytes })
    talk.log('info', made)
    return dependencies.storeArchive({
      key: 'ucs',
      transport: 'api',
      isRepeatable: true,
      companion,
      open: () => piecesOf(run, sizeBytes),
    })
  }
  const { done, left } = await withCleanup(keeping, async () => {
    const stays = making.isBegun ? await remove(run, names.ucs, making.mayGoOn) : undefined
    if (!dependencies.signal.aborted) removed()
    return stays
  })
  return withLeftArchive(done, names.ucs, left)
}

/** Progress of creating an archive. A task that continues after the run has stopped waiting leaves a file later. */
interface Making {
  isBegun: boolean
  mayGoOn: boolean
}

/**
 * Removes leftovers of interrupted attempts. Other files are not touched.
 * @returns warnings about those that may remain
 */
export async function clearArchives(run: BigipRestRun): Promise<CaptureWarning[]> {
  const warnings: CaptureWarning[] = []
  const step = message('step_looking_for_leftovers')
  try {
    const listed = await objectOf(run.talk, await run.talk.ask(getJson(archivesPath), step), step)
    for (const name of leftoversIn(JSON.stringify(listed)).filter((one) => one.endsWith('.ucs'))) {
      run.talk.log('info', message('log_leftover_removed', { file: name }))
      const left = await remove(run, name)
      if (left !== undefined) warnings.push(fileLeft(left))
    }
  } catch (failure) {
    if (!(failure instanceof DeviceFailure) || !isRefusal(failure.code)) throw failure
    run.talk.log('info', message('log_failure', { failure: failureSentences(failure) }))
  }
  return warnings
}

/**
 * Creates the archive with a task, because the device ends a synchronous request after a minute although it continues
 * saving. The task may disappear when services restart; the list of archives then decides.
 * @returns the size from the list once two consecutive answers agree; undefined if the list does not name the file
 */
async function make(run: BigipRestRun, making: Making): Promise<number | undefined> {
  const { talk, names } = run
  const step = message('step_making_archive')
  const task = await objectOf(
    talk,
    await talk.ask(postJson(tasksPath, { command: 'save', name: names.ucs }), step),
    step,
    mayNot,
  )
  const id = String(task['_taskId'] ?? '')
  if (!/^\d+$/.test(id))
    throw talk.failure('protocol_error', { step, expected: message('expected_task_number'), seen: describeSize(id) })
  making.isBegun = true
  // without this request the task never starts
  const start = postJson(`${tasksPath}/${id}`, { _taskState: 'VALIDATING' }, 'PUT')
  const started = await talk.ask(start, step)
  await objectOf(talk, started, step, mayNot)
  making.mayGoOn = true
  const isSure = await finished(run, `${tasksPath}/${id}/result`, making)
  const sizeBytes = await settledSize(run, isSure)
  making.mayGoOn = false
  return sizeBytes
}

/** @returns false if the task is no longer known */
async function finished(run: BigipRestRun, path: string, making: Making): Promise<boolean> {
  const { talk, description, dependencies, limits } = run
  const step = message('step_making_archive')
  const until = performance.now() + description.archive.makingMs
  while (performance.now() < until) {
    const answer = await talk.ask(getJson(path), step)
    if (answer.status === 404) {
      answer.discard()
      talk.log('warn', message('log_archive_task_unknown'))
      return false
    }
    const body = Buffer.concat(await Array.fromAsync(answer.body)).toString()
    const state = objectIn(body)?.['_taskState'] // an empty or incomplete body means: ask again
    making.mayGoOn = state !== 'COMPLETED' && state !== 'FAILED'
    if (state === 'COMPLETED') return true
    if (state === 'FAILED')
      throw talk.failure('request_failed', { step, expected: message('expected_archive'), seen: knownWords(body) })
    await wait(limits.retryMs, undefined, { signal: dependencies.signal })
  }
  const seen = `nothing in ${description.archive.makingMs / 60_000} minutes`
  throw talk.failure('prompt_timeout', { step, expected: message('expected_task_end'), seen })
}

function knownWords(body: string): string {
  const { message, errorMessage } = objectIn(body) ?? {}
  const words = message ?? errorMessage
  return typeof words === 'string' ? words : describeSize(body)
}

/** Waits until the size is stable: a listed file may still grow. */
async function settledSize(run: BigipRestRun, isSure: boolean): Promise<number | undefined> {
  const { talk, description, dependencies, limits } = run
  const step = message('step_looking_for_archive')
  const until = performance.now() + description.archive.makingMs
  let before: number | undefined
  for (let round = 1; performance.now() < until; round++) {
    const listed = await objectOf(talk, await talk.ask(getJson(archivesPath), step), step)
    const size = sizeIn(listed, run.names.ucs)
    if (size !== undefined && size === before) return size
    // Releases before 12 list nothing; only the download shows the size.
    if (size === undefined && isSure && round > 1) return undefined
    before = size
    await wait(limits.retryMs, undefined, { signal: dependencies.signal })
  }
  throw talk.failure('request_failed', { step, expected: message('expected_archive_listed'), seen: String(before) })
}

/** `"file_size": "3198982 (in bytes)"`, from a captured list of 15.1.2. */
function sizeIn({ items }: Record<string, unknown>, name: string): number | undefined {
  for (const item of Array.isArray(items) ? items : []) {
    const { filename, file_size: size } = (item as { apiRawValues?: Record<string, unknown> })?.apiRawValues ?? {}
    if (typeof filename !== 'string' || !filename.endsWith(`/${name}`)) continue
    const [, bytes] = /^(\d{1,15})\b/.exec(String(size)) ?? []
    return bytes === undefined ? undefined : Number(bytes)
  }
  return undefined
}

/**
 * Yields the bytes, in ranges requested by a header that is normally a response header: `Content-Range:
 * first-last/total`. The total of the first answer applies and must equal the listed size.
 */
async function* piecesOf(run: BigipRestRun, listedBytes: number | undefined): AsyncGenerator<Buffer> {
  let total = listedBytes
  for (let from = 0; total === undefined || from < total;) {
    const last = Math.min(from + pieceBytes, total ?? Infinity) - 1
    const piece = await pieceOf(run, { from, last, total })
    if (total !== undefined && piece.total !== total) {
      throw damaged(run, message('expected_archive_of_bytes', { size: total }), `one of ${piece.total}`)
    }
    total = piece.total
    if (total > run.description.archive.maxBytes) {
      const expected = message('expected_max_bytes', { limit: run.description.archive.maxBytes })
      throw run.talk.failure('output_too_large', { step: fetching, expected, seen: `${total} bytes` })
    }
    from += piece.bytes.length
    yield piece.bytes
  }
}

const fetching = message('step_fetching_archive')

interface Span {
  from: number
  last: number
  total: number | undefined
}

async function pieceOf(run: BigipRestRun, span: Span): Promise<{ bytes: Buffer; total: number }> {
  for (let round = 1; ; round++) {
    try {
      return await pieceOnce(run, span)
    } catch (failure) {
      run.dependencies.signal.throwIfAborted()
      if (!(failure instanceof DeviceFailure) || !mayPass(failure) || round === tries) throw failure
      run.talk.log('warn', message('log_failure_repeated', { failure: failureSentences(failure) }))
    }
  }
}

function mayPass({ code }: DeviceFailure): boolean {
  return code === 'connection_lost' || code === 'prompt_timeout' || code === 'archive_damaged'
}

async function pieceOnce(run: BigipRestRun, { from, last, total }: Span): Promise<{ bytes: Buffer; total: number }> {
  const { talk, names } = run
  const request = {
    method: 'GET',
    path: `${downloadsPath}/${names.ucs}`,
    headers: { 'content-type': 'application/octet-stream', 'content-range': `${from}-${last}/${total ?? 0}` },
    repeatable: true,
  } as const
  const answer = await talk.ask(request, fetching, 2 * pieceBytes)
  const { status, headers } = answer
  if (status !== 200 && status !== 206) {
    const { code, seen } = await refusalOf(answer)
    throw talk.failure(mayNot[status] ?? (status === 404 ? 'archive_refused' : code), { step: fetching, seen })
  }
  const [, first, end, all] = /^(?:bytes )?(\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? []
  if (first === undefined || Number(first) !== from) {
    answer.discard() // an error page or an expired session
    const seen = `Content-Range ${headers['content-range'] ?? 'missing'}, ${headers['content-type'] ?? 'no type'}`
    throw damaged(run, message('expected_byte_range', { from, last }), seen)
  }
  const bytes = Buffer.concat(await Array.fromAsync(answer.body))
  const rangeLength = Number(end) - from + 1
  if (bytes.length === 0 || bytes.length !== rangeLength || Number(end) > last) {
    throw damaged(run, message('expected_bytes', { size: rangeLength }), `${bytes.length} bytes`)
  }
  return { bytes, total: Number(all) }
}

function damaged({ talk }: BigipRestRun, expected: ExpectationMessage, seen: string): DeviceFailure {
  return talk.failure('archive_damaged', { step: fetching, expected, seen })
}

/**
 * @param mayCome a file that does not exist yet may be created later
 * @returns a description of what may remain
 */
async function remove({ talk }: BigipRestRun, name: string, mayCome = false): Promise<string | undefined> {
  const step = message('step_removing_archive')
  try {
    const answer = await talk.ask(removalOf(name), step)
    if (answer.status === 200 || answer.status === 204) {
      await Array.fromAsync(answer.body)
      return undefined
    }
    const { seen } = await refusalOf(answer)
    if (answer.status === 404 && /not found|does not exist/i.test(seen)) {
      if (mayCome) talk.log('warn', message('log_file_left_in_progress', { file: name }))
      return mayCome ? name : undefined
    }
    // Older releases do not support DELETE here.
    const unlink = postJson('/mgmt/tm/util/unix-rm', { command: 'run', utilCmdArgs: `/var/local/ucs/${name}` })
    const reply = await objectOf(talk, await talk.ask(unlink, step), step)
    if (reply['commandResult'] === undefined) return undefined
    talk.log('warn', message('log_file_left_after_refusal', { file: name, seen }))
  } catch (failure) {
    if (!(failure instanceof DeviceFailure)) throw failure
    talk.log('warn', message('log_file_left_after_failure', { file: name, failure: failureSentences(failure) }))
  }
  return name
}

function removalOf(name: string): ApiRequest {
  return { method: 'DELETE', path: `${archivesPath}/${name}`, repeatable: true }
}
