import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { linesOf } from '../chunks.ts'
import { command } from '../command.ts'
import { counted } from '../counted.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import type { Device } from '../find-device.ts'
import type { Output } from '../output.ts'
import { printableLine } from '../printable.ts'
import { numberOf } from '../whole-number.ts'

type Schemas = components['schemas']
type Found = Schemas['SearchRecord']
type End = Schemas['SearchEnd']

export const search = command({
  name: 'search',
  summary: 'Find lines in the latest texts of all devices, or devices that lack one',
  details: 'Prints lines as they are found, as DEVICE:KEY:LINE:TEXT. Exits with 8 if a text could not be searched.',
  words: [{ name: 'PATTERN' }],
  options: {
    regex: { type: 'boolean', short: 'e', description: 'PATTERN is a regular expression' },
    'ignore-case': { type: 'boolean', short: 'i', description: 'ignore case' },
    missing: { type: 'boolean', description: 'list devices without a matching line' },
    key: {
      type: 'string',
      short: 'k',
      value: 'KEY',
      description: 'only texts of this artifact, such as running-config',
    },
    platform: { type: 'string', value: 'PLATFORM', description: 'only devices of this platform' },
    site: { type: 'string', value: 'SITE', description: 'only devices at this site' },
    tag: { type: 'string', value: 'TAG', description: 'only devices with this tag' },
    context: { type: 'string', short: 'C', value: 'LINES', description: 'lines of context, at most 20' },
    limit: { type: 'string', value: 'N', description: 'maximum number of devices; default 1000' },
  },
  examples: [
    ['coffer search "snmp-server community public"', 'devices that still have the line'],
    ['coffer search --missing --key running-config "service password-encryption"', 'devices without the line'],
    [String.raw`coffer search -e "^ntp server 192\.0\.2\.\d+"`, 'a pattern'],
  ],
  async run({ words: [pattern = ''], values, connect, out }) {
    const connection = connect()
    const { 'ignore-case': ignoreCase, platform, context, limit, ...others } = values
    const body = {
      pattern,
      ...others,
      platform: platform as Device['platform'] | undefined,
      ignore_case: ignoreCase,
      context: numberOf('context', context),
      limit: numberOf('limit', limit),
    }
    const params = { query: { tenant: await connection.tenantId() } }
    const { data } = await connection.api.POST('/api/search', { params, body, parseAs: 'stream' })
    let end: End | undefined
    for await (const found of recordsOf(data, out)) {
      if (found.type === 'end') end = found
      else if (out.form === 'people') await out.write(textOf(found, body.context ?? 0))
      if (found.type === 'unreadable') out.notice(`warning: ${found.device.name}: ${found.key} cannot be read`)
    }
    if (!end) throw new CommandError(exitCodes.notReached, message('answer_cut_off', { error: 'none' }))
    return printEnd(end, values.missing === true, out)
  },
})

/** Yields the records, as they arrive if a program reads them. */
async function* recordsOf(body: ReadableStream<Uint8Array> | null | undefined, out: Output): AsyncGenerator<Found> {
  const seen: Found[] = []
  for await (const line of linesOf(body)) {
    if (line === '') continue
    const found = JSON.parse(line) as Found
    if (out.form === 'ndjson') await out.write(`${line}\n`)
    if (out.form === 'json') seen.push(found)
    yield found
  }
  if (out.form === 'json') await out.write(`${JSON.stringify(seen, null, 2)}\n`)
}

/** Formats like grep: a colon after the number of a matching line, a hyphen after that of a context line. */
function textOf(found: Exclude<Found, End>, context: number): string {
  const { device } = found
  if (found.type === 'missing') return `${printableLine(device.name)}\n`
  if (found.type === 'unreadable') return ''
  const name = `${device.name}:${found.key}`
  const blocks = found.lines.map(({ line, text, before, after }) => [
    ...before.map((one, at) => `${name}-${line - before.length + at}-${one}`),
    `${name}:${line}:${text}`,
    ...after.map((one, at) => `${name}-${line + at + 1}-${one}`),
  ])
  const shown = blocks.map((block) => block.map((one) => `${printableLine(one)}\n`).join(''))
  const more = found.matches - found.lines.length
  return (
    shown.join(context > 0 ? '--\n' : '') + (more > 0 ? `${printableLine(name)}: ${counted(more, 'more line')}\n` : '')
  )
}

function printEnd(end: End, isMissing: boolean, out: Output) {
  const lines = counted(end.matches, 'line')
  const what = isMissing
    ? `no match on ${counted(end.devices, 'device')}`
    : `${lines} of ${counted(end.devices, 'device')}`
  const without =
    isMissing && end.without_text > 0 ? `; ${counted(end.without_text, 'device')} without a text to search` : ''
  const texts = end.texts === 1 ? '1 text was' : `${end.texts} texts were`
  out.notice(`${what}; ${texts} searched${without}`)
  if (end.withheld > 0)
    out.notice(`warning: ${counted(end.withheld, 'text')} not searched: secrets cannot be masked there`)
  if (!end.complete) out.notice(`warning: ${whyNot[end.reason ?? 'deadline']}`)
  return end.complete && end.unreadable === 0 && end.withheld === 0 ? exitCodes.done : exitCodes.notGood
}

const whyNot = {
  limit: 'there are more devices: increase --limit, or add filters',
  deadline: 'the search was ended after a minute: add filters',
  too_costly: 'the pattern takes too long on some lines: simplify it',
}
