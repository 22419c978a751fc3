/**
 * `node build/console.ts [--if-stale]`: builds the console into dist/console/, with each text also compressed, so that the
 * service only sends files. With `--if-stale` it is silent and does nothing while the build is newer than its sources.
 */
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const root = path.join(import.meta.dirname, '..')
const target = path.join(root, 'dist/console')
const sources = ['desktop/console', 'desktop/bridge.ts', 'shared', 'vite.config.ts', 'package-lock.json']

const compressors = {
  '.br': promisify<Buffer, Buffer>((bytes, done) =>
    zlib.brotliCompress(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } }, done),
  ),
  '.gz': promisify<Buffer, Buffer>((bytes, done) => zlib.gzip(bytes, { level: 9 }, done)),
}

if (!process.argv.includes('--if-stale') || isStale()) await buildConsole()

async function buildConsole(): Promise<void> {
  const startedAt = new Date()
  const { build } = await import('vite')
  const fresh = `${target}.${process.pid}`
  await build({ configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn', build: { outDir: fresh } })
  await Promise.all(filesOf(fresh).map(compress))
  fs.utimesSync(path.join(fresh, 'index.html'), startedAt, startedAt) // what is edited meanwhile is newer
  putInPlace(fresh)
  const bytes = filesOf(target).reduce((sum, file) => sum + (file.endsWith('.br') ? fs.statSync(file).size : 0), 0)
  console.log(`coffer: built the console (${Math.round(bytes / 1024)} KiB compressed)`)
}

/** Two builds at once, by tests in two processes, are the same files: whoever comes second leaves the first one's. */
function putInPlace(fresh: string) {
  const old = `${fresh}.old`
  if (fs.existsSync(target)) fs.renameSync(target, old)
  try {
    fs.renameSync(fresh, target)
  } catch (error) {
    if (!fs.existsSync(path.join(target, 'index.html'))) throw error
    fs.rmSync(fresh, { recursive: true })
  }
  fs.rmSync(old, { recursive: true, force: true })
}

/** Small files and those that are compressed already are sent as they are. */
async function compress(file: string): Promise<void> {
  const bytes = fs.readFileSync(file)
  if (bytes.length < 1024 || !/\.(html|js|css|svg|json)$/.test(file)) return
  for (const [ending, compressed] of Object.entries(compressors)) {
    fs.writeFileSync(file + ending, await compressed(bytes))
  }
}

function isStale(): boolean {
  const index = path.join(target, 'index.html')
  if (!fs.existsSync(index)) return true
  const builtAt = fs.statSync(index).mtimeMs
  return sources
    .map((source) => path.join(root, source))
    .filter((source) => fs.existsSync(source))
    .flatMap(filesOf)
    .some((file) => fs.statSync(file).mtimeMs > builtAt)
}

function filesOf(where: string): string[] {
  if (fs.statSync(where).isFile()) return [where]
  const entries = fs.readdirSync(where, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}
