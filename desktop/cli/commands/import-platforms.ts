import path from 'node:path'
import type { components } from '../../../shared/contract/api-types.ts'
import { message } from '../../../shared/messages/message.ts'
import { type ExportedTest, splitTests } from '../../../shared/platforms/documents/exported-document.ts'
import { chunksOf } from '../chunks.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { findDocuments } from '../find-document.ts'
import { dataOf } from '../pages.ts'
import { saveFile } from '../save-file.ts'
import { tableOf } from '../table.ts'
import { createDocument, idIn, line, sourceOf, storedWords } from './change-platforms.ts'

type Schemas = components['schemas']
type PlatformDocument = Schemas['PlatformDocument']
type Definition = Schemas['PlatformDefinition']
type DefinitionDraft = Schemas['PlatformDefinitionDraft']

const origins = ['scrapli', 'oxidized'] as const satisfies Definition['from'][]

export const importPlatforms = command({
  name: 'platform import',
  summary: 'Store platform documents from files: new ones, and new versions of those that exist',
  details: `Tests in a FILE of platform export --tests are kept for the customer. With --from, each FILE is a definition of another product (${origins.join(', ')}): it becomes a draft, and a report lists
the result for each part. Exits with 8 if a part is lost, or if the draft cannot be stored.`,
  words: [{ name: 'FILE', many: true }],
  options: {
    note: { type: 'string', value: 'TEXT', description: 'what changed' },
    from: { type: 'string', value: 'PRODUCT', oneOf: origins, description: 'product that the definitions are for' },
    id: {
      type: 'string',
      value: 'ID',
      description: 'with --from: id of the draft; default: name of the file and PRODUCT',
    },
    name: { type: 'string', value: 'NAME', description: 'with --from: display name; default: name of the file' },
    vendor: {
      type: 'string',
      value: 'VENDOR',
      description: 'with --from: vendor; default: first word of the file name',
    },
    output: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      description: 'with --from: save the draft instead of storing it',
    },
    force: { type: 'boolean', description: 'replace an existing file' },
  },
  examples: [
    ['coffer platform import *.yaml --tenant acme', 'drafts and new versions'],
    ['coffer platform import vendor_os.yaml --from scrapli --tenant acme', 'a draft from a scrapli definition'],
  ],
  async run({ words: files, values, connect, terminal, out }) {
    const connection = connect()
    const { from, output, force, ...names } = values
    const origin = origins.find((one) => one === from)
    if (files.length > 1 && (values.id !== undefined || output !== undefined))
      throw new CommandError(exitCodes.unusable, message('definition_one_file'))
    const stored: PlatformDocument[] = []
    const drafts: { file: string; draft: DefinitionDraft; isUnfit: boolean }[] = []
    for (const file of files) {
      const text = await sourceOf(file, terminal)
      if (origin === undefined) {
        stored.push(await store(connection, text, values.note))
        continue
      }
      const draft = await convert(connection, { from: origin, source: text, ...namesFrom(file, origin, names) })
      const isUnfit = draft.errors.length > 0
      drafts.push({ file, draft, isUnfit })
      if (output !== undefined) await saveFile(output, chunksOf(new Blob([draft.source]).stream()), force === true)
      else if (!isUnfit) stored.push(await store(connection, draft.source, values.note))
    }
    const shown = stored.map((one) => line(storedWords(one))).join('')
    const result = origin === undefined ? stored : { documents: stored, drafts: drafts.map(({ draft }) => draft) }
    await out.thing(result, () => drafts.map(({ file, draft }) => reportOf(file, draft)).join('') + shown)
    const hasLost = drafts.some(
      ({ draft, isUnfit }) => isUnfit || draft.report.some(({ outcome }) => outcome === 'lost'),
    )
    return hasLost ? exitCodes.notGood : exitCodes.done
  },
})

/** An id of the product cannot be used, so the draft has one of its own. */
function namesFrom(file: string, from: string, given: { id?: string; name?: string; vendor?: string }) {
  const base = path.basename(file).replace(/\.[^.]*$/, '')
  const words = base.toLowerCase().match(/[a-z0-9]+/g) ?? ['device']
  const id = [...words, from]
    .join('_')
    .replace(/^[^a-z]+/, '')
    .slice(0, 41)
  return { id: given.id ?? id, name: given.name ?? base, vendor: given.vendor ?? words[0]! }
}

async function convert({ api, tenantId }: Connection, body: Definition): Promise<DefinitionDraft> {
  return dataOf(await api.POST('/api/platforms/import', { params: { query: { tenant: await tenantId() } }, body }))
}

/** Stores a document, and the tests of its file that it does not have. */
async function store(connection: Connection, text: string, note?: string): Promise<PlatformDocument> {
  const file = splitTests(text)
  if (!file) throw new CommandError(exitCodes.unusable, message('document_tests_unreadable'))
  const { source, tests } = file
  const [known] = await findDocuments(connection, idIn(source))
  const stored = known
    ? await storeVersion(connection, known, source, note)
    : await createDocument(connection, source, note)
  if (tests.length > 0) await storeTests(connection, stored, tests)
  return stored
}

async function storeVersion({ api }: Connection, known: PlatformDocument, source: string, note?: string) {
  const params = { path: { document_id: known.id }, query: { tenant: known.tenant_id ?? undefined } }
  return dataOf(await api.PATCH('/api/platforms/documents/{document_id}', { params, body: { source, note } }))
}

async function storeTests(
  { api, tenantId }: Connection,
  { id }: PlatformDocument,
  tests: readonly ExportedTest[],
): Promise<void> {
  const params = { path: { document_id: id }, query: { tenant: await tenantId() } }
  const present = dataOf(await api.GET('/api/platforms/documents/{document_id}/tests', { params }))
  const missing = tests.filter(({ name }) => !present.some((test) => test.name === name))
  for (const { name, transcript } of missing)
    await api.POST('/api/platforms/documents/{document_id}/tests', { params, body: { name, transcript } })
}

function reportOf(file: string, { report, errors }: DefinitionDraft): string {
  const count = (outcome: string) => report.filter((part) => part.outcome === outcome).length
  const table = tableOf(
    report,
    [
      { title: 'LINE', of: (part) => part.line, isNumber: true },
      { title: 'PART', of: ({ part }) => part },
      { title: 'OUTCOME', of: ({ outcome }) => outcome },
      { title: 'TEXT', of: ({ text }) => (text.length > 40 ? `${text.slice(0, 39)}…` : text) },
      { title: 'NOTE', of: ({ message: words }) => words },
    ],
    null,
  )
  const counts = `${count('carried')} carried, ${count('left_out')} left out, ${count('assumed')} assumed, ${count('lost')} lost`
  const refused = errors.map(({ line: row, column, message: words }) => line(`draft:${row}:${column}: ${words}`))
  return line(`${file}: ${counts}`) + table + refused.join('')
}
