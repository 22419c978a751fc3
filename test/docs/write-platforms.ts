/** `node test/docs/write-platforms.ts`: puts the table of what proves each artifact into docs/platforms.md. */
import fs from 'node:fs'
import path from 'node:path'
import prettier from 'prettier'
import { provenArtifacts } from './proven-artifacts.ts'

const page = path.join(import.meta.dirname, '../../docs/platforms.md')

/** The page as it is, and as it is with the table of today. */
export async function platformsPage(): Promise<{ now: string; should: string }> {
  const now = fs.readFileSync(page, 'utf8')
  const rows = provenArtifacts().map((row) => `| ${row.platform} | ${row.transport} | \`${row.key}\` | ${row.by} |`)
  const table = ['| platform | over | artifact | proven by |', '|---|---|---|---|', ...rows, ''].join('\n')
  const written = now.replace(/^\| platform +\| over [^]*?\n(?!\|)/m, () => table)
  const config = await prettier.resolveConfig(page)
  return { now, should: await prettier.format(written, { ...config, filepath: page }) }
}

if (import.meta.main) fs.writeFileSync(page, (await platformsPage()).should)
