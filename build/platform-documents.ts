/**
 * Compiles the platform documents of the product (shared/platforms/documents/shipped/) to shipped.json, which programs
 * read without a YAML parser. With `--check` it writes nothing, and exits with 1 on errors or a stale file.
 */
import fs from 'node:fs'
import path from 'node:path'
import { parseDocument } from 'yaml'
import { render } from '../shared/messages/render.ts'
import type { PlatformDocument } from '../shared/platforms/documents/document.ts'
import { readDocument } from '../shared/platforms/documents/read-document.ts'

const folder = path.join(import.meta.dirname, '../shared/platforms/documents')
const target = path.join(folder, 'shipped.json')

const sources = fs
  .readdirSync(path.join(folder, 'shipped'))
  .sort()
  .map((file) => ({ file, text: fs.readFileSync(path.join(folder, 'shipped', file), 'utf8') }))
const documents = sources.map(({ text }) => parseDocument(text).toJS() as PlatformDocument)
const find = (id: string) => documents.find((document) => document.id === id)

const faults = sources.flatMap(({ file, text }) => [
  ...(documents.some(({ id }) => `${id}.yaml` === file) ? [] : [`${file}: the file is not named after the id`]),
  ...readDocument(text, find).errors.map(
    ({ line, column, path: at, reason }) => `${file}:${line}:${column}: ${at}: ${render(reason, 'en')}`,
  ),
])
if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exit(1)
}

const json = `${JSON.stringify(documents)}\n`
if (!process.argv.includes('--check')) fs.writeFileSync(target, json)
else if (!fs.existsSync(target) || fs.readFileSync(target, 'utf8') !== json) {
  console.error('shipped.json is stale: run npm run api')
  process.exit(1)
}
