import type { components } from '../../../shared/contract/api-types.ts'
import { awaitRuns, stepLine } from '../await-runs.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { exitCodes } from '../exit-codes.ts'
import { type Device, findDevice } from '../find-device.ts'
import { findDocument, findDocuments } from '../find-document.ts'
import { dataOf } from '../pages.ts'
import { printableLine } from '../printable.ts'
import { tableOf } from '../table.ts'
import { timeoutOption, timeoutSeconds } from '../timeout-option.ts'
import { numberOf } from '../whole-number.ts'

type Schemas = components['schemas']
type DryRun = Schemas['DryRun']
type Exchange = Schemas['DryRunExchange']
type Artifact = Schemas['DryRunArtifact']

export const tryPlatform = command({
  name: 'platform try',
  summary: 'Try a platform document on a device without storing anything',
  details: 'Waits for the result. Exits with 8 if the version did not pass, and prints why.',
  words: [{ name: 'PLATFORM' }, { name: 'DEVICE', isDevice: true }],
  options: {
    number: { type: 'string', value: 'NUMBER', description: 'version; default: the latest' },
    readings: { type: 'string', value: 'NUMBER', description: '2 reads twice and proposes volatile lines; default 1' },
    interval: { type: 'string', value: 'SECONDS', description: 'time between two readings; default 30' },
    transcript: { type: 'boolean', description: 'print what the device sent, with the matching rules of each line' },
    'keep-test': { type: 'string', value: 'NAME', description: 'keep the transcript as a test of later versions' },
    'mark-tested': { type: 'boolean', description: 'mark the version as tested if it passes' },
    timeout: timeoutOption,
  },
  examples: [
    ['coffer platform try acme_switch edge1', 'what a backup would store'],
    ['coffer platform try acme_switch edge1 --transcript', 'the dialogue, line by line'],
    ['coffer platform try acme_switch edge1 --readings 2 --mark-tested', 'two readings, 30 seconds apart'],
    ['coffer platform try acme_switch edge1 --keep-test "edge1, 4.2"', 'a test of later versions'],
  ],
  async run({ words: [platform = '', name = ''], values, connect, out }) {
    const deadline = performance.now() + timeoutSeconds(values.timeout) * 1000
    const connection = connect()
    const device = await findDevice(connection, name)
    const document = await documentFor(connection, platform, device)
    const query = { tenant: device.tenant_id }
    const begun = dataOf(
      await connection.api.POST('/api/platforms/{document_id}/try', {
        params: { path: { document_id: document.id }, query },
        body: {
          device_id: device.id,
          version: numberOf('number', values.number),
          readings: numberOf('readings', values.readings),
          interval_seconds: numberOf('interval', values.interval),
        },
      }),
    )
    const [run = begun] = await awaitRuns(connection, device.tenant_id, [begun], deadline, out)
    const dryRun = dataOf(
      await connection.api.GET('/api/runs/{run_id}/dry-run', { params: { path: { run_id: run.id }, query } }),
    )
    if (out.form === 'people')
      for (const step of run.steps) out.notice(printableLine(`${device.name}: ${stepLine(step)}`))
    if (run.error) out.notice(printableLine(run.error))
    await out.thing(dryRun, () => summaryOf(dryRun, device) + (values.transcript ? transcriptsOf(dryRun) : ''))
    if (values['keep-test'] !== undefined)
      await keepTest(connection, document, dryRun, { name: values['keep-test'], query })
    if (dryRun.passed !== true) return exitCodes.notGood
    if (values['mark-tested']) await markTested(connection, document, dryRun)
    return exitCodes.done
  },
})

/** Returns the document that devices of a customer can use: its own, or one of all customers. */
async function documentFor(
  connection: Connection,
  platform: string,
  device: Device,
): Promise<Schemas['PlatformDocument']> {
  const found = await findDocuments(connection, platform)
  const usable = found.filter(({ tenant_id: id }) => id === null || id === device.tenant_id)
  return usable[0] ?? (await findDocument(connection, platform)).document
}

async function keepTest(
  { api }: Connection,
  { id }: Schemas['PlatformDocument'],
  { run_id }: DryRun,
  { name, query }: { name: string; query: { tenant: string } },
): Promise<void> {
  const params = { path: { document_id: id }, query }
  await api.POST('/api/platforms/documents/{document_id}/tests', { params, body: { run_id, name } })
}

async function markTested({ api }: Connection, document: Schemas['PlatformDocument'], dryRun: DryRun): Promise<void> {
  const params = { path: { document_id: document.id }, query: { tenant: document.tenant_id ?? undefined } }
  const body = { version: dryRun.version, run_id: dryRun.run_id }
  await api.POST('/api/platforms/documents/{document_id}/tested', { params, body })
}

function summaryOf({ platform, version, passed, result }: DryRun, { name }: Device): string {
  const headline = `${platform} version ${version} on ${name}: ${passed ? 'passed' : 'not passed'}`
  const artifacts = result?.artifacts ?? []
  const rows = tableOf(
    artifacts,
    [
      { title: 'ARTIFACT', of: ({ key }) => key },
      { title: 'RESULT', of: ({ outcome }) => outcome },
      { title: 'BYTES', of: ({ size_bytes: size }) => size, isNumber: true },
      { title: 'LINES', of: ({ lines }) => lines, isNumber: true },
      { title: 'CUTS ACCEPTED', of: ({ cuts }) => cuts && `${cuts.accepted} of ${cuts.checked}`, isNumber: true },
      { title: 'CHANGED LINES', of: ({ changes }) => changes?.changed_lines, isNumber: true },
      { title: 'WHAT', of: ({ failure }) => failure?.message },
    ],
    null,
  )
  const reasons = (result?.shortfalls ?? []).map(({ code, artifact }) =>
    line(`${artifact === null ? '' : `${artifact}: `}${shortfallTexts[code]}`),
  )
  const table = artifacts.length > 0 ? `\n${rows}` : ''
  return `${line(headline)}${reasons.join('')}${table}${artifacts.map(changesOf).join('')}`
}

/** Why a version did not pass, in the summary. */
const shortfallTexts: Record<Schemas['DryRunShortfall']['code'], string> = {
  refused: 'a backup would not store the artifact',
  cut_accepted: 'a backup would store a cut text as complete',
  not_cut: 'the text was too long to be cut, so its completeness is not proven',
  not_tried: 'this run did not read the artifact',
  nothing_accepted: 'no artifact was accepted',
  lab_mode: 'the agent is in lab mode and reached no real device',
}

function changesOf({ key, changes }: Artifact): string {
  const proposals = new Set(changes?.differences.flatMap(({ proposal }) => proposal ?? []))
  if (!changes || changes.changed_lines === 0) return ''
  const lines = changes.differences.flatMap(({ first, second }) => [`- ${first ?? ''}`, `+ ${second ?? ''}`])
  const patterns = [...proposals].map((pattern) => `volatile: '${pattern.replaceAll("'", "''")}'`)
  return `\n${[`${key}: lines that differ between two readings`, ...lines, ...patterns].map(line).join('')}`
}

function transcriptsOf({ result }: DryRun): string {
  return (result?.exchanges ?? []).map(transcriptOf).join('')
}

/** Each line with its number and the rules that match it. */
function transcriptOf({ command: sent, transcript, matches, truncated, ...exchange }: Exchange): string {
  const { outcome, size_bytes: size, duration_ms: time, reading, failure } = exchange
  const rules = new Map<number, string[]>()
  for (const { rule, lines } of matches)
    for (const at of lines) rules.set(at, [...new Set([...(rules.get(at) ?? []), rule])])
  const lines = transcript === '' ? [] : transcript.split('\n')
  const numbered = lines.map((text, at) => [String(at + 1), rules.get(at + 1)?.join(',') ?? '', text] as const)
  const width = Math.max(0, ...numbered.map(([, matching]) => matching.length))
  const head = `reading ${reading}: ${sent ?? 'login'}: ${outcome ?? 'done'}, ${size} bytes, ${time} ms`
  return [
    `\n${line(head)}`,
    ...(failure ? [line(failure.message)] : []),
    ...numbered.map(([number, matching, text]) => line(`${number.padStart(6)} ${matching.padEnd(width)} | ${text}`)),
    ...(truncated ? [line('       (the rest is not shown)')] : []),
  ].join('')
}

function line(words: string): string {
  return `${printableLine(words)}\n`
}
