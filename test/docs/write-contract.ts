/** `node test/docs/write-contract.ts`: writes docs/contract.md. Exits with 1 if a line of the contract has no proof. */
import fs from 'node:fs'
import path from 'node:path'
import prettier from 'prettier'
import { parse } from 'yaml'
import { findFault, fixtureMentions, mentions, subjectsOf } from './contract-proofs.ts'

const root = path.join(import.meta.dirname, '../..')
const page = path.join(root, 'docs/contract.md')

export interface Line {
  line: string
  /** Operations, options, settings and fields that the line is about, if it does not name them itself. */
  about?: string[]
  /** Folders below test/fixtures that the tests replay. */
  fixtures?: string[]
  /** One or several of `<file below test/, without .test.ts> > <words of a test title in it>`. */
  by?: string | string[]
  /** The reason, if the product's interpretation of the line needs one. */
  note?: string
}

export interface Section {
  section: string
  lines: Line[]
}

/** Returns the sections of the contract, in order. */
export function readContract(): Section[] {
  return parse(fs.readFileSync(path.join(import.meta.dirname, 'contract.yaml'), 'utf8')) as Section[]
}

/**
 * Returns the faults of the proofs: a line has no test, a test does not exist exactly once, is skipped or asserts nothing, or
 * none of a line's tests and fixtures mentions one of its subjects.
 */
export function unproven(sections: Section[]): string[] {
  return sections.flatMap(({ section, lines }) =>
    lines.flatMap((line) => faultsOf(line).map((fault) => `${section}: ${line.line}: ${fault}`)),
  )
}

function faultsOf({ line, about, by, fixtures = [] }: Line): string[] {
  const proofs = listOf(by)
  if (proofs.length === 0) return ['no test']
  const faults = proofs.map(findFault).filter((fault) => fault !== null)
  const subjects = about ?? subjectsOf(line)
  const isMentioned = (subject: string) =>
    proofs.some((proof) => mentions(proof, subject)) || fixtures.some((folder) => fixtureMentions(folder, subject))
  const unmentioned = subjects.filter((subject) => !isMentioned(subject))
  return [...faults, ...unmentioned.map((subject) => `no test of it mentions ${subject}`)]
}

/** Returns the current text of the page (empty if it does not exist) and the expected text. */
export async function contractPage(): Promise<{ now: string; should: string }> {
  const sections = readContract().map(({ section, lines }) => {
    const rows = lines.map(
      ({ line, by, note }) =>
        `| ${cell(line)}${note ? `<br>_${cell(note)}_` : ''} | ${listOf(by).map(linkTo).join('<br>')} |`,
    )
    return [`## ${section}`, '', '| contract | proven by |', '|---|---|', ...rows].join('\n')
  })
  const now = fs.existsSync(page) ? fs.readFileSync(page, 'utf8') : ''
  const config = await prettier.resolveConfig(page)
  const text = [head, ...sections, ''].join('\n\n')
  return { now, should: await prettier.format(text, { ...config, filepath: page }) }
}

const head = `# Contract and tests

Each requirement of the API contract, with the tests that prove it. \`node test/docs/write-contract.ts\` generates this page from
\`test/docs/contract.yaml\`. It fails if a requirement has no test, or if a test is missing, ambiguous, skipped or asserts nothing. It
also fails if no test of a requirement mentions the operation, option, setting or field that the requirement is about.`

function listOf(by: string | string[] | undefined): string[] {
  return typeof by === 'string' ? [by] : (by ?? [])
}

function linkTo(proof: string): string {
  const [file, words] = proof.split(' > ')
  return `[${path.basename(file!)}](../test/${file}.test.ts): ${cell(words!)}`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('${', '{')
}

if (import.meta.main) {
  const missing = unproven(readContract())
  missing.forEach((line) => console.error(line))
  if (missing.length > 0) process.exit(1)
  fs.writeFileSync(page, (await contractPage()).should)
}
