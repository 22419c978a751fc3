/**
 * Writes docs/glossary.md from docs/glossary.yaml. With `--check` it writes nothing, and exits with 1 on a stale page.
 */
import fs from 'node:fs'
import path from 'node:path'
import { format, resolveConfig } from 'prettier'
import { parse } from 'yaml'

interface Entry {
  term: string
  meaning: string
  not?: string[]
}

const docs = path.join(import.meta.dirname, '../docs')
const file = path.join(docs, 'glossary.md')
const entries = parse(fs.readFileSync(path.join(docs, 'glossary.yaml'), 'utf8')) as Entry[]

const introduction = `# Glossary

The terms of Coffer. Each term builds on the previous ones. The last column lists words that are not used for the term.
A test checks the names in the code against this list.
`
const rows = entries.map(({ term, meaning, not = [] }) => `| ${term} | ${meaning} | ${not.join(', ')} |`)
const page = `${introduction}\n| Term | Meaning | Not |\n| --- | --- | --- |\n${rows.join('\n')}\n`
const text = await format(page, { ...(await resolveConfig(file)), parser: 'markdown' })
if (!process.argv.includes('--check')) fs.writeFileSync(file, text)
else if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== text) {
  console.error('docs/glossary.md does not match docs/glossary.yaml: run `node build/glossary.ts`')
  process.exit(1)
}
