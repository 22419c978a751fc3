/** `node test/docs/write-contract.ts`: makes docs/contract.md; ends with 1 where a line of the contract has no proof. */
import fs from 'node:fs'
import path from 'node:path'
import prettier from 'prettier'
import { parse } from 'yaml'

const root = path.join(import.meta.dirname, '../..')
const page = path.join(root, 'docs/contract.md')

interface Line {
  line: string
  /** `<file below test/, without .test.ts> > <words of a title in it>`, one or several. */
  by?: string | string[]
  /** Where the product reads the line in a way that needs a reason. */
  note?: string
}

interface Section {
  section: string
  lines: Line[]
}

/** The contract, section by section. */
export function readContract(): Section[] {
  return parse(fs.readFileSync(path.join(import.meta.dirname, 'contract.yaml'), 'utf8')) as Section[]
}

/** The lines that nothing proves, each with why: it names no test, or one that there is not. */
export function unproven(sections: Section[]): string[] {
  return sections.flatMap(({ section, lines }) =>
    lines.flatMap(({ line, by }) => {
      const proofs = listOf(by)
      if (proofs.length === 0) return [`${section}: ${line}: no test`]
      return proofs.flatMap((proof) => (isThere(proof) ? [] : [`${section}: ${line}: there is no ${proof}`]))
    }),
  )
}

/** The page as it is, and as it should be. */
export async function contractPage(): Promise<{ now: string; should: string }> {
  const sections = readContract().map(({ section, lines }) => {
    const rows = lines.map(
      ({ line, by, note }) =>
        `| ${cell(line)}${note ? `<br>_${cell(note)}_` : ''} | ${listOf(by).map(linkTo).join('<br>')} |`,
    )
    return [`## ${section}`, '', '| the contract says | proven by |', '|---|---|', ...rows].join('\n')
  })
  const now = fs.existsSync(page) ? fs.readFileSync(page, 'utf8') : ''
  const config = await prettier.resolveConfig(page)
  const text = [head, ...sections, ''].join('\n\n')
  return { now, should: await prettier.format(text, { ...config, filepath: page }) }
}

const head = `# What the contract says, and what proves it

Every line of the interface’s contract, with the tests that fail when it does not hold. \`node test/docs/write-contract.ts\`
makes this page of test/docs/contract.yaml, and fails when a line has no test or a test is not there.`

function listOf(by: string | string[] | undefined): string[] {
  return typeof by === 'string' ? [by] : (by ?? [])
}

function isThere(proof: string): boolean {
  const [file = '', words = ''] = proof.split(' > ')
  const source = path.join(root, `test/${file}.test.ts`)
  if (!words || !fs.existsSync(source)) return false
  return fs
    .readFileSync(source, 'utf8')
    .split('\n')
    .some((line) => /^\s*(?:it|describe)\(/.test(line) && line.replaceAll("\\'", "'").includes(words))
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
