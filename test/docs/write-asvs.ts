/** `node test/docs/write-asvs.ts`: writes docs/asvs.md. Exits with 1 if a requirement has no sound proof. */
import fs from 'node:fs'
import path from 'node:path'
import prettier from 'prettier'
import { parse } from 'yaml'
import { findFault } from './contract-proofs.ts'

const root = path.join(import.meta.dirname, '../..')
const page = path.join(root, 'docs/asvs.md')

const states = ['met', 'partly', 'not met', 'not applicable'] as const

export interface Requirement {
  /** Chapter, section and number, such as `6.2.1`. */
  id: string
  level: 1 | 2
  /** The requirement in our own words. */
  about: string
  state: (typeof states)[number]
  /** Files, folders and pages of the control. */
  where?: string[]
  /** `<file below test/, without .test.ts> > <words of a test title in it>`. */
  by?: string[]
  /** What is missing, or why the requirement is not applicable. */
  note?: string
}

export interface Chapter {
  chapter: string
  requirements: Requirement[]
}

/** Returns the chapters of the standard, in order. */
export function readChapters(): Chapter[] {
  return parse(fs.readFileSync(path.join(root, 'docs/asvs.yaml'), 'utf8')) as Chapter[]
}

/**
 * Returns the faults of the requirements: one that is met has no test, another no note, a test does not exist exactly once, is
 * skipped or asserts nothing, or a path does not exist.
 */
export function findFaults(chapters: Chapter[]): string[] {
  return chapters.flatMap(({ requirements }) =>
    requirements.flatMap((requirement) => faultsOf(requirement).map((fault) => `${requirement.id}: ${fault}`)),
  )
}

function faultsOf({ state, where = [], by = [], note }: Requirement): string[] {
  const faults = by.map(findFault).filter((fault) => fault !== null)
  if (!states.includes(state)) faults.push(`the state is ${state}`)
  if (state === 'met' && by.length === 0) faults.push('no test')
  if (state !== 'met' && !note) faults.push('no note')
  const absent = where.filter((one) => !fs.existsSync(path.join(root, one)))
  return [...faults, ...absent.map((one) => `there is no ${one}`)]
}

/** Returns the current text of the page (empty if it does not exist) and the expected text. */
export async function asvsPage(): Promise<{ now: string; should: string }> {
  const chapters = readChapters()
  const tables = chapters.map(({ chapter, requirements }) =>
    [
      `## ${chapter}`,
      '',
      '| number | level | requirement | state | where | tests |',
      '|---|---|---|---|---|---|',
      ...requirements.map(rowOf),
    ].join('\n'),
  )
  const now = fs.existsSync(page) ? fs.readFileSync(page, 'utf8') : ''
  const config = await prettier.resolveConfig(page)
  const text = [head, countsOf(chapters), ...tables, ''].join('\n\n')
  return { now, should: await prettier.format(text, { ...config, filepath: page }) }
}

const head = `# OWASP ASVS

The state of Coffer for each requirement of levels 1 and 2 of the
[OWASP Application Security Verification Standard 5.0.0](https://github.com/OWASP/ASVS). The standard is published by the OWASP
Foundation under CC BY-SA 4.0. The numbers and chapter titles are those of the standard. The requirements are summarised in our own words: read the
standard for what each one requires. This is a self-assessment, not an audit by a third party.

- **met**: the named tests show the control.
- **partly**: a part is missing, off by default, your decision, or not shown by a test. The note states which.
- **not met**: the control is missing.
- **not applicable**: Coffer has no such function.

\`node test/docs/write-asvs.ts\` generates this page from \`docs/asvs.yaml\`. A test fails if a requirement is missing, or if a named test or file does not
exist. [Threat model](threat-model.md) describes what the controls protect.`

function countsOf(chapters: Chapter[]): string {
  const all = chapters.flatMap(({ requirements }) => requirements)
  const count = (level: 1 | 2, state: string) => all.filter((one) => one.level === level && one.state === state).length
  const rows = states.map((state) => `| ${state} | ${count(1, state)} | ${count(2, state)} |`)
  return ['| state | level 1 | level 2 |', '|---|---|---|', ...rows].join('\n')
}

function rowOf({ id, level, about, state, where = [], by = [], note }: Requirement): string {
  const text = note ? `${cell(about)}<br>_${cell(note)}_` : cell(about)
  return `| ${id} | ${level} | ${text} | ${state} | ${where.map(linkTo).join('<br>')} | ${by.map(testLink).join('<br>')} |`
}

function linkTo(file: string): string {
  return `[${file}](../${file})`
}

function testLink(proof: string): string {
  const [file, words] = proof.split(' > ')
  const title = cell(words!).replaceAll(/\{[^{}]*\}/g, (field) => `\`${field}\``) // VitePress takes them for attributes
  return `[${path.basename(file!)}](../test/${file}.test.ts): ${title}`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('${', '{')
}

if (import.meta.main) {
  const faults = findFaults(readChapters())
  faults.forEach((fault) => console.error(fault))
  if (faults.length > 0) process.exit(1)
  fs.writeFileSync(page, (await asvsPage()).should)
}
