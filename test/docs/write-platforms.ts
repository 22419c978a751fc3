/**
 * `node test/docs/write-platforms.ts`: puts the table of what tests each artifact into docs/platforms.md, and the table of
 * documents into docs/platforms-documents.md.
 */
import fs from 'node:fs'
import path from 'node:path'
import prettier from 'prettier'
import { builtInPlatforms, platforms } from '../../shared/platforms/registry.ts'
import type { Platform } from '../../shared/platforms/platform.ts'
import { provenArtifacts } from './proven-artifacts.ts'

const page = path.join(import.meta.dirname, '../../docs/platforms.md')
const documents = path.join(import.meta.dirname, '../../docs/platforms-documents.md')

/** Returns the page as it is, and with the current table. */
export async function platformsPage(): Promise<{ now: string; should: string }> {
  const now = fs.readFileSync(page, 'utf8')
  const rows = provenArtifacts().map((row) => `| ${row.platform} | ${row.transport} | \`${row.key}\` | ${row.by} |`)
  const table = ['| platform | method | artifact | tested with |', '|---|---|---|---|', ...rows, ''].join('\n')
  const written = now.replace(/^\| platform +\| method [^]*?\n(?!\|)/m, () => table)
  return { now, should: await formatted(page, written) }
}

/** As `platformsPage`, for the documents. */
export async function documentsPage(): Promise<{ now: string; should: string }> {
  const now = fs.readFileSync(documents, 'utf8')
  const rows = platforms.slice(builtInPlatforms.length).map(documentRow)
  const head = ['| platform | device | evidence | artifacts | any cut is detected |', '|---|---|---|---|---|']
  const written = now.replace(/^\| platform +\| device [^]*?\n(?!\|)|^\| platform +\| device [^]*$/m, () =>
    [...head, ...rows, ''].join('\n'),
  )
  return { now, should: await formatted(documents, written) }
}

function documentRow({ id, name, evidence, artifacts, ssh }: Platform): string {
  const read = ssh?.driver === 'shell' ? ssh.artifacts : {}
  const provesEnd = Object.entries(read).filter(([, artifact]) => artifact.lastLine ?? artifact.inspect)
  const quoted = (keys: string[]) => keys.map((key) => `\`${key}\``).join(', ')
  const cut = quoted(provesEnd.map(([key]) => key))
  return `| \`${id}\` | ${name} | ${evidence?.level}: ${evidence?.note ?? ''} | ${quoted(Object.keys(artifacts))} | ${cut} |`
}

async function formatted(file: string, text: string): Promise<string> {
  return prettier.format(text, { ...(await prettier.resolveConfig(file)), filepath: file })
}

if (import.meta.main) {
  fs.writeFileSync(page, (await platformsPage()).should)
  fs.writeFileSync(documents, (await documentsPage()).should)
}
