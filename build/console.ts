/**
 * `node build/console.ts [--if-stale]`: builds the console into dist/console/, with each text also compressed, so that the
 * service only sends files. With `--if-stale` it is silent and does nothing while the build is newer than its sources.
 */
import path from 'node:path'
import { buildSite } from './static-site.ts'

const root = path.join(import.meta.dirname, '..')
const sources = ['desktop/console', 'desktop/bridge.ts', 'shared', 'vite.config.ts', 'package-lock.json']
const site = { target: path.join(root, 'dist/console'), sources: sources.map((source) => path.join(root, source)) }

const bytes = await buildSite(site, buildConsole, { ifStale: process.argv.includes('--if-stale') })
if (bytes !== undefined) console.log(`coffer: built the console (${Math.round(bytes / 1024)} KiB compressed)`)

async function buildConsole(outDir: string): Promise<void> {
  const { build } = await import('vite')
  await build({ configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn', build: { outDir } })
}
