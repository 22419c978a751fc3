import { draftDocument } from '../../../shared/platforms/documents/draft-document.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { awaitRuns } from '../await-runs.ts'
import { chunksOf } from '../chunks.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { exitCodes } from '../exit-codes.ts'
import { type Device, findDevice } from '../find-device.ts'
import { findDocuments } from '../find-document.ts'
import { dataOf } from '../pages.ts'
import { printableLine } from '../printable.ts'
import { saveFile } from '../save-file.ts'
import { tableOf } from '../table.ts'
import { timeoutOption, timeoutSeconds } from '../timeout-option.ts'

type Schemas = components['schemas']
type ProposedRule = Schemas['ProposedDocumentRule']

export const proposePlatform = command({
  name: 'platform propose',
  summary: 'Explore a device and propose a platform document',
  details:
    'Sends display commands that many devices know, and prints the rules with their evidence, then the document. Stores a ' +
    'draft of the customer if the platform has no document. Exits with 8 if the device shows no prompt.',
  words: [{ name: 'PLATFORM' }, { name: 'DEVICE', isDevice: true }],
  options: {
    name: { type: 'string', value: 'NAME', description: 'name in a new draft; default: PLATFORM' },
    vendor: { type: 'string', value: 'VENDOR', description: 'vendor in a new draft; default: PLATFORM' },
    save: { type: 'boolean', description: 'store the proposed document as a new version' },
    output: { type: 'string', short: 'o', value: 'FILE', description: 'save the proposed document in this file' },
    force: { type: 'boolean', description: 'replace an existing file' },
    timeout: timeoutOption,
  },
  examples: [
    ['coffer platform propose acme_switch edge1 --output acme_switch.yaml', 'a document to edit'],
    ['coffer platform propose acme_switch edge1 --name "Acme Switch" --vendor Acme --save', 'a draft to try'],
  ],
  async run({ words: [platform = '', named = ''], values, connect, out }) {
    const deadline = performance.now() + timeoutSeconds(values.timeout) * 1000
    const connection = connect()
    const device = await findDevice(connection, named)
    const names = { id: platform, name: values.name ?? platform, vendor: values.vendor ?? platform }
    const document = await documentFor(connection, names, device)
    const query = { tenant: device.tenant_id }
    const begun = dataOf(
      await connection.api.POST('/api/platforms/{document_id}/try', {
        params: { path: { document_id: document.id }, query },
        body: { device_id: device.id, propose: true },
      }),
    )
    const [run = begun] = await awaitRuns(connection, device.tenant_id, [begun], deadline, out)
    const dryRun = dataOf(
      await connection.api.GET('/api/runs/{run_id}/dry-run', { params: { path: { run_id: run.id }, query } }),
    )
    if (run.error) out.notice(printableLine(run.error))
    const proposal = dryRun.result?.proposal
    await out.thing(dryRun, () => (proposal ? `${rulesOf(proposal.rules)}${proposal.source}` : ''))
    if (!proposal) return exitCodes.notGood
    if (values.output !== undefined) {
      const size = await saveFile(values.output, chunksOf(new Blob([proposal.source]).stream()), values.force === true)
      out.notice(`${values.output}: ${size} bytes`)
    }
    if (values.save) await save(connection, document, proposal.source, device)
    return exitCodes.done
  },
})

/** Returns the document that devices of a customer can use. Stores a draft of the customer if no document exists. */
async function documentFor(
  connection: Connection,
  names: Parameters<typeof draftDocument>[0],
  device: Device,
): Promise<Schemas['PlatformDocument']> {
  const found = await findDocuments(connection, names.id)
  const usable = found.find(({ tenant_id: id }) => id === null || id === device.tenant_id)
  if (usable) return usable
  const body = { source: draftDocument(names), note: 'draft' }
  const params = { query: { tenant: device.tenant_id } }
  return dataOf(await connection.api.POST('/api/platforms/documents', { params, body }))
}

async function save(
  { api }: Connection,
  document: Schemas['PlatformDocument'],
  source: string,
  { name }: Device,
): Promise<void> {
  const params = { path: { document_id: document.id }, query: { tenant: document.tenant_id ?? undefined } }
  await api.PATCH('/api/platforms/documents/{document_id}', { params, body: { source, note: `proposed from ${name}` } })
}

function rulesOf(rules: readonly ProposedRule[]): string {
  const rows = tableOf(
    rules,
    [
      { title: 'RULE', of: ({ path }) => path },
      { title: 'WHY', of: ({ reason }) => reasonTexts[reason] },
      { title: 'COMMAND', of: ({ command: sent }) => sent },
      { title: 'DEVICE', of: ({ shown }) => shown && shown.trim().slice(0, longestLine) },
    ],
    null,
  )
  return `${rows}\n`
}

const longestLine = 60

/** What the device did. */
const reasonTexts: Record<ProposedRule['reason'], string> = {
  answered: 'a command was answered',
  brackets_closed: 'the last bracket ends the text',
  channel_closed: 'the command ended the session',
  command_rejected: 'the device rejected the command',
  contains_fact: 'a line contains a fact',
  contains_secret: 'a line contains a secret',
  lines_counted: 'no end of the text is known',
  login_question: 'the device asked a question before its prompt',
  newline_ignored: 'the device ignored a line feed',
  page_continued: 'the device waited for a key',
  pager_off: 'the device accepted the command',
  privileged_mode: 'the prompt changed',
  prompt_repeated: 'the line appeared for each empty line',
  unique_last_line: 'the line ends the text',
}
