import { message } from '../../../shared/messages/message.ts'
import { type ExportedTest, joinTests } from '../../../shared/platforms/documents/exported-document.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { chunksOf } from '../chunks.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { findDocument } from '../find-document.ts'
import { dataOf } from '../pages.ts'
import { printableLine } from '../printable.ts'
import { requireYes, yesOption } from '../require-yes.ts'
import { saveFile } from '../save-file.ts'
import { readGivenFile } from '../settings.ts'
import type { Terminal } from '../terminal.ts'
import { numberOf } from '../whole-number.ts'

type PlatformDocument = components['schemas']['PlatformDocument']
type DocumentParams = Awaited<ReturnType<typeof findDocument>>['params']

const platformWord = { name: 'PLATFORM' } as const
const noteOption = { type: 'string', value: 'TEXT', description: 'what changed' } as const
const numberOption = { type: 'string', value: 'NUMBER', description: 'version; default: the latest' } as const

export const checkPlatform = command({
  name: 'platform check',
  summary: 'Check a platform document without storing it',
  details: 'Prints each error as FILE:LINE:COLUMN. Exits with 8 if there are errors. FILE is - for standard input.',
  words: [{ name: 'FILE' }],
  options: {},
  examples: [['coffer platform check acme_switch.yaml', 'errors with their lines']],
  async run({ words: [file = ''], connect, terminal, out }) {
    const { api, tenantId } = connect()
    const body = { source: await sourceOf(file, terminal) }
    const checked = dataOf(
      await api.POST('/api/platforms/check', { params: { query: { tenant: await tenantId() } }, body }),
    )
    await out.thing(checked, () =>
      checked.errors.length === 0
        ? line(`${file}: no errors; platform ${checked.platform?.id}`)
        : checked.errors
            .map(({ line: row, column, path, message: words }) => line(`${file}:${row}:${column}: ${path}: ${words}`))
            .join(''),
    )
    return checked.errors.length > 0 ? exitCodes.notGood : exitCodes.done
  },
})

export const createPlatform = command({
  name: 'platform create',
  summary: 'Store a platform document as a draft',
  details: 'With --tenant it belongs to the customer, without it to all customers. FILE is - for standard input.',
  words: [{ name: 'FILE' }],
  options: { note: noteOption },
  examples: [['coffer platform create acme_switch.yaml --tenant acme', 'a draft of one customer']],
  async run({ words: [file = ''], values, connect, terminal, out }) {
    const made = await createDocument(connect(), await sourceOf(file, terminal), values.note)
    await out.thing(made, () => line(`${made.platform} stored as a draft`))
  },
})

export const updatePlatform = command({
  name: 'platform update',
  summary: 'Store a new version of the document with the id in the file',
  details: 'Devices use the new version once it is activated. FILE is - for standard input.',
  words: [{ name: 'FILE' }],
  options: { note: noteOption },
  examples: [['coffer platform update acme_switch.yaml --note "other pager"', 'a new version']],
  async run({ words: [file = ''], values, connect, terminal, out }) {
    const connection = connect()
    const source = await sourceOf(file, terminal)
    const { params } = await findDocument(connection, idIn(source))
    const body = { source, note: values.note }
    const changed = dataOf(await connection.api.PATCH('/api/platforms/documents/{document_id}', { params, body }))
    await out.thing(changed, () => line(storedWords(changed)))
  },
})

export const exportPlatform = command({
  name: 'platform export',
  summary: 'Print a platform document in YAML, or save it',
  words: [platformWord],
  options: {
    number: numberOption,
    tests: { type: 'boolean', description: 'with the tests of the document' },
    output: { type: 'string', short: 'o', value: 'FILE', description: 'output file; default: standard output' },
    force: { type: 'boolean', description: 'replace an existing file' },
  },
  examples: [
    ['coffer platform export acme_switch --output acme_switch.yaml', 'the latest version'],
    ['coffer platform export acme_switch --tests --output acme_switch.yaml', 'with its tests, for platform import'],
  ],
  async run({ words: [named = ''], values, connect, out }) {
    const connection = connect()
    const { document, params } = await findDocument(connection, named)
    const number = numberOf('number', values.number) ?? document.version.number
    const query = { ...params.query, limit: 1_000 }
    const versions = dataOf(
      await connection.api.GET('/api/platforms/documents/{document_id}/versions', {
        params: { path: params.path, query },
      }),
    )
    const version = versions.find((one) => one.number === number)
    if (!version) {
      throw new CommandError(
        exitCodes.notFound,
        message('platform_version_missing', { platform: named, version: number }),
      )
    }
    const text = values.tests ? joinTests(version.source, await readTests(connection, params)) : version.source
    if (values.output === undefined || values.output === '-') return out.write(text)
    const size = await saveFile(values.output, chunksOf(new Blob([text]).stream()), values.force === true)
    out.notice(`${values.output}: ${size} bytes`)
  },
})

export const markPlatformTested = command({
  name: 'platform tested',
  summary: 'Record that you tested a version against a device',
  words: [platformWord],
  options: {
    number: numberOption,
    run: { type: 'string', value: 'RUN', description: 'the dry run that the version passed' },
  },
  examples: [
    ['coffer platform tested acme_switch', 'the latest version'],
    ['coffer platform tested acme_switch --number 3 --run 018f4c2e-8d1a-7c3b-9e5f-2a6b7c8d9e0f', 'after a dry run'],
  ],
  async run({ words: [named = ''], values, connect, out }) {
    const connection = connect()
    const { document, params } = await findDocument(connection, named)
    const version = numberOf('number', values.number) ?? document.version.number
    const body = { version, run_id: values.run }
    const changed = dataOf(await connection.api.POST('/api/platforms/documents/{document_id}/tested', { params, body }))
    await out.thing(changed, () => line(`${changed.platform}: version ${version} is tested`))
  },
})

export const activatePlatform = command({
  name: 'platform activate',
  summary: 'Let devices use a version of a platform document',
  words: [platformWord],
  options: { number: numberOption },
  examples: [
    ['coffer platform activate acme_switch', 'the latest version'],
    ['coffer platform activate acme_switch --number 1', 'back to the first version'],
  ],
  async run({ words: [named = ''], values, connect, out }) {
    const connection = connect()
    const { document, params } = await findDocument(connection, named)
    const version = numberOf('number', values.number) ?? document.version.number
    const body = { version }
    const changed = dataOf(
      await connection.api.POST('/api/platforms/documents/{document_id}/activate', { params, body }),
    )
    await out.thing(changed, () => line(`${changed.platform}: version ${version} is active`))
  },
})

export const retirePlatform = command({
  name: 'platform retire',
  summary: 'Let no further device use a platform; its devices are still backed up',
  words: [platformWord],
  options: {},
  examples: [['coffer platform retire acme_switch', 'all versions remain readable']],
  async run({ words: [named = ''], connect, out }) {
    const connection = connect()
    const { params } = await findDocument(connection, named)
    const changed = dataOf(await connection.api.POST('/api/platforms/documents/{document_id}/retire', { params }))
    await out.thing(changed, () => line(`${changed.platform} is retired`))
  },
})

export const removePlatform = command({
  name: 'platform remove',
  summary: 'Delete a draft that was never activated',
  words: [platformWord],
  options: { yes: yesOption },
  examples: [['coffer platform remove acme_switch', 'asks for confirmation']],
  async run({ words: [named = ''], values, connect, terminal, out }) {
    const connection = connect()
    const { document, params } = await findDocument(connection, named)
    await requireYes(terminal, `Delete the document of ${printableLine(document.platform)}?`, values.yes)
    await connection.api.DELETE('/api/platforms/documents/{document_id}', { params })
    out.notice(printableLine(`${document.platform} deleted`))
  },
})

/** Reads the tests of a document with their transcripts, each in the scope of its customer. */
async function readTests({ api }: Connection, params: DocumentParams): Promise<ExportedTest[]> {
  const tests = dataOf(await api.GET('/api/platforms/documents/{document_id}/tests', { params }))
  const read: ExportedTest[] = []
  for (const { id, name, tenant_id: tenant } of tests) {
    const path = { ...params.path, test_id: id }
    const found = await api.GET('/api/platforms/documents/{document_id}/tests/{test_id}', {
      params: { path, query: { tenant } },
    })
    read.push({ name, transcript: dataOf(found).transcript })
  }
  return read
}

export async function createDocument(
  { api, tenantId }: Connection,
  source: string,
  note?: string,
): Promise<PlatformDocument> {
  const params = { query: { tenant: await tenantId() } }
  return dataOf(await api.POST('/api/platforms/documents', { params, body: { source, note } }))
}

export async function sourceOf(file: string, terminal: Terminal): Promise<string> {
  return file === '-' ? (await terminal.input()).toString('utf8') : readGivenFile(file)
}

/** Returns the id in a document. The service checks the document itself. @throws CommandError */
export function idIn(source: string): string {
  const id = /^id: *["']?([a-z][a-z0-9_]*)/m.exec(source)?.[1]
  if (id === undefined) throw new CommandError(exitCodes.unusable, message('platform_id_missing'))
  return id
}

export function storedWords({ platform, status, version: { number } }: PlatformDocument): string {
  return `${platform}: version ${number} stored; the document is ${status}`
}

export function line(words: string): string {
  return `${printableLine(words)}\n`
}
