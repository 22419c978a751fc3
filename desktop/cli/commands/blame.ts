import type { components } from '../../../shared/contract/api-types.ts'
import { message } from '../../../shared/messages/message.ts'
import { wholeLinePattern } from '../../../shared/search/whole-line.ts'
import { command } from '../command.ts'
import { linesOf } from '../chunks.ts'
import { CommandError, type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Connection } from '../connection.ts'
import { findDevice } from '../find-device.ts'
import { type Version, findLineage } from '../find-version.ts'
import { good, selectVersion } from '../find-good.ts'
import { shortInstant } from '../instant.ts'
import type { Output } from '../output.ts'
import { dataOf } from '../pages.ts'
import { at, lineageOptions, nameOf } from './versions.ts'

type Schemas = components['schemas']
type History = Schemas['LineHistory']
type Found = Schemas['SearchRecord']

/** A line with its origin. */
interface BlamedLine extends Omit<Schemas['LineOrigin'], 'lines'> {
  line: number
  text: string
}

export const blame = command({
  name: 'blame',
  summary: 'Show which version introduced each line of a configuration',
  details: `Prints each line of the normalised text with the first version that contains it, the author that the device
reported, and the ticket of the review. A ? after the time means that the line may be older; the reasons follow the lines.
With --elsewhere, lists the other devices whose latest texts contain the line.`,
  words: [{ name: 'DEVICE', isDevice: true }],
  options: {
    ...lineageOptions,
    at,
    good,
    lines: { type: 'string', value: 'LINES', description: 'only these lines: 12, or 12-40' },
    elsewhere: { type: 'boolean', description: 'list the other devices that have the line of --lines' },
  },
  examples: [
    ['coffer blame edge1', 'all lines of the latest text'],
    ['coffer blame edge1 --lines 12-40 --at 7d', 'some lines of the text of a week ago'],
    ['coffer blame edge1 --lines 12 --elsewhere', 'other devices with the same line'],
  ],
  async run({ words: [name = ''], values, connect, out, now }) {
    const range = rangeOf(values.lines)
    if (values.elsewhere && values.lines === undefined) {
      throw new CommandError(exitCodes.unusable, message('options_missing', { options: ['--lines'] }))
    }
    if (values.elsewhere && range.from !== range.to) throw invalidLines(values.lines, 'one_line')
    const connection = connect()
    const device = await findDevice(connection, name)
    const lineage = await findLineage(connection, device, values)
    const version = await selectVersion(connection, device, lineage, values, { out, now: now() })
    const tenant = device.tenant_id
    const texts = await readLines(connection, version, tenant)
    if (values.elsewhere) {
      const line = texts[range.from - 1]
      if (line === undefined) throw invalidLines(values.lines, 'existing_line')
      return listElsewhere(connection, { line, tenant, deviceId: device.id }, out)
    }
    const histories = await readHistories(connection, version, tenant, range)
    if (out.isTerminal) out.notice(`${nameOf(version)} of ${device.name}`)
    await out.list(blamedLines(histories, texts), columns, `${nameOf(version)} has no such lines`)
    return printEnd(histories, out)
  },
})

const columns = [
  { title: 'SINCE', of: (row: BlamedLine) => `${shortInstant(row.captured_at)}${row.doubts.length > 0 ? '?' : ''}` },
  { title: 'AUTHOR', of: (row: BlamedLine) => row.reported_author },
  { title: 'TICKET', of: (row: BlamedLine) => row.review_ticket },
  { title: 'VERSION', of: (row: BlamedLine) => row.version_id },
  { title: 'LINE', of: (row: BlamedLine) => row.line, isNumber: true },
  { title: 'TEXT', of: (row: BlamedLine) => row.text },
]

/** @throws CommandError for anything but `12` or `12-40` */
function rangeOf(given: string | undefined): { from: number; to: number } {
  if (given === undefined) return { from: 1, to: Infinity }
  const [, first, last = first] = /^(\d{1,8})(?:-(\d{1,8}))?$/.exec(given) ?? []
  const range = { from: Number(first), to: Number(last) }
  if (range.from >= 1 && range.to >= range.from) return range
  throw invalidLines(given, 'lines')
}

function invalidLines(given = '', expected: string): CommandError {
  return new CommandError(exitCodes.unusable, message('option_value_invalid', { option: '--lines', given, expected }))
}

async function readLines({ api }: Connection, { id }: Version, tenant: string): Promise<string[]> {
  const params = { path: { version_id: id }, query: { normalised: true, tenant } }
  const answer = await api.GET('/api/artifacts/versions/{version_id}/content', { params, parseAs: 'text' })
  const lines = String(answer.data).split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** Lines of one request; a longer text takes several. */
const linesAtOnce = 20_000

async function readHistories(
  { api }: Connection,
  { id }: Version,
  tenant: string,
  { from, to }: { from: number; to: number },
): Promise<History[]> {
  const histories: History[] = []
  for (let next = from; next <= to; next += linesAtOnce) {
    const query = { from_line: next, max_lines: Math.min(linesAtOnce, to - next + 1), tenant }
    const params = { path: { version_id: id }, query }
    const history = dataOf(await api.GET('/api/artifacts/versions/{version_id}/lines', { params }))
    histories.push(history)
    if (next + linesAtOnce > history.lines) break
  }
  return histories
}

function* blamedLines(histories: readonly History[], texts: readonly string[]): Generator<BlamedLine> {
  for (const { spans, origins } of histories) {
    for (const { from_line: from, to_line: to, origin } of spans) {
      const { lines: _, ...found } = origins[origin]!
      for (let line = from; line <= to; line++) yield { line, text: texts[line - 1] ?? '', ...found }
    }
  }
}

function printEnd(histories: readonly History[], out: Output): ExitCode {
  const reasons = new Set(histories.flatMap(({ origins }) => origins.flatMap(({ reasons }) => reasons)))
  for (const reason of reasons) out.notice(`warning: ${reason}`)
  const partial = histories.find(({ complete }) => !complete)
  if (!partial) return exitCodes.done
  out.notice(`warning: the last examined version is of ${shortInstant(partial.examined.oldest_captured_at)}`)
  return exitCodes.notGood
}

async function listElsewhere(
  { api }: Connection,
  { line, tenant, deviceId }: { line: string; tenant: string; deviceId: string },
  out: Output,
): Promise<ExitCode> {
  const body = {
    pattern: wholeLinePattern(line),
    regex: true,
    ignore_case: false,
    missing: false,
    context: 0,
    limit: 10_000,
  }
  const { data } = await api.POST('/api/search', { params: { query: { tenant } }, body, parseAs: 'stream' })
  const found: Schemas['SearchMatch'][] = []
  let end: Schemas['SearchEnd'] | undefined
  for await (const text of linesOf(data)) {
    if (text === '') continue
    const record = JSON.parse(text) as Found
    if (record.type === 'end') end = record
    else if (record.type === 'match' && record.device.id !== deviceId) found.push(record)
  }
  if (!end) throw new CommandError(exitCodes.notReached, message('answer_cut_off', { error: 'none' }))
  await out.list(found, elsewhereColumns, 'no other device has this line')
  if (end.complete && end.unreadable === 0) return exitCodes.done
  out.notice('warning: not all texts were searched')
  return exitCodes.notGood
}

const elsewhereColumns = [
  { title: 'DEVICE', of: ({ device }: Schemas['SearchMatch']) => device.name },
  { title: 'SITE', of: ({ device }: Schemas['SearchMatch']) => device.site },
  { title: 'KEY', of: ({ key }: Schemas['SearchMatch']) => key },
  { title: 'LINES', of: ({ lines }: Schemas['SearchMatch']) => lines.map(({ line }) => line).join(', ') },
]
