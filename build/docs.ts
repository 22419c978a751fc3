/**
 * `node build/docs.ts [--if-stale]`: builds the documentation site from docs/ into dist/docs/, which the service serves at
 * `/docs/`. With `--if-stale` it is silent and does nothing while the build is newer than its sources.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { buildSite, filesIn } from './static-site.ts'

const root = path.join(import.meta.dirname, '..')
const logo = path.join(root, 'desktop/console/public/coffer.svg')

/** Files of docs/ to download. */
const downloads = ['COFFER-MIB.txt', 'coffer.rules.yml', 'coffer-dashboard.json']
const sources = ['docs', 'build/docs.ts', 'build/static-site.ts', 'package-lock.json']
const site = {
  target: path.join(root, 'dist/docs'),
  sources: [logo, ...sources.map((source) => path.join(root, source))],
}

const bytes = await buildSite(site, buildDocs, { ifStale: process.argv.includes('--if-stale') })
if (bytes !== undefined) console.log(`coffer: built the documentation (${Math.round(bytes / 1024)} KiB compressed)`)

/** Builds from a copy, because VitePress writes temporary files next to the pages. */
async function buildDocs(folder: string): Promise<void> {
  const copy = path.join(root, `dist/docs-source.${process.pid}`)
  fs.cpSync(path.join(root, 'docs'), copy, { recursive: true })
  fs.mkdirSync(path.join(copy, 'public'))
  fs.copyFileSync(logo, path.join(copy, 'public/coffer.svg'))
  for (const file of downloads) fs.renameSync(path.join(copy, file), path.join(copy, 'public', file))
  try {
    const { build } = await import('vitepress')
    await build(copy, { outDir: folder })
  } finally {
    fs.rmSync(copy, { recursive: true, force: true })
  }
  for (const file of filesIn(folder).filter((name) => name.endsWith('.html'))) moveScriptsToFiles(file, folder)
}

/**
 * Moves each inline script to a file, which the browser runs at the same point: the service's policy allows no inline
 * scripts.
 */
function moveScriptsToFiles(page: string, folder: string) {
  const html = fs.readFileSync(page, 'utf8')
  const moved = html.replace(/<script(| id="[^"]*")>([^]*?)<\/script>/g, (_, id: string, script: string) => {
    const hash = createHash('sha256').update(script).digest('hex').slice(0, 8)
    fs.writeFileSync(path.join(folder, `assets/inline.${hash}.js`), script)
    return `<script${id} src="/docs/assets/inline.${hash}.js"></script>`
  })
  fs.writeFileSync(page, moved)
}
