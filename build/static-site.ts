import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { lockFile } from './lock-file.ts'

const compressors = {
  // the highest quality, 11, takes three times as long for 3 % less
  '.br': promisify<Buffer, Buffer>((bytes, done) =>
    zlib.brotliCompress(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 10 } }, done),
  ),
  '.gz': promisify<Buffer, Buffer>((bytes, done) => zlib.gzip(bytes, { level: 9 }, done)),
}

/** A site of static files: built in a separate folder, compressed, and put in place atomically. */
export interface StaticSite {
  /** The folder of the site. */
  target: string
  /** Files and folders from which it is built. Missing ones are ignored. */
  sources: string[]
}

/** Returns whether a built file is missing or older than one of its sources, which are files and folders. */
export function isStale(built: string, sources: string[]): boolean {
  if (!fs.existsSync(built)) return true
  const builtAt = fs.statSync(built).mtimeMs
  return sources
    .filter((source) => fs.existsSync(source))
    .flatMap(filesIn)
    .some((file) => fs.statSync(file).mtimeMs > builtAt)
}

/**
 * Builds the site, compresses its texts and replaces the former build. Of two processes that build the same site, the
 * second waits for the first.
 * @param build writes the files into the folder that it receives
 * @param options `ifStale`: builds nothing while the build is newer than its sources
 * @returns size of the compressed files in bytes; undefined if nothing was built
 */
export async function buildSite(
  site: StaticSite,
  build: (folder: string) => Promise<unknown>,
  { ifStale }: { ifStale: boolean },
): Promise<number | undefined> {
  const release = await lockFile(`${site.target}.lock`)
  try {
    return ifStale && !isStale(path.join(site.target, 'index.html'), site.sources)
      ? undefined
      : await replaceSite(site, build)
  } finally {
    release()
  }
}

async function replaceSite({ target }: StaticSite, build: (folder: string) => Promise<unknown>): Promise<number> {
  const startedAt = new Date()
  const fresh = `${target}.${process.pid}`
  try {
    await build(fresh)
    await Promise.all(filesIn(fresh).map(compress))
  } catch (error) {
    fs.rmSync(fresh, { recursive: true, force: true })
    throw error
  }
  fs.utimesSync(path.join(fresh, 'index.html'), startedAt, startedAt) // a source edited during the build is newer
  putInPlace(fresh, target)
  return filesIn(target).reduce((sum, file) => sum + (file.endsWith('.br') ? fs.statSync(file).size : 0), 0)
}

/** Returns the paths of all files in a folder and its subfolders, or the path of a file itself. */
export function filesIn(where: string): string[] {
  if (fs.statSync(where).isFile()) return [where]
  const entries = fs.readdirSync(where, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
}

function putInPlace(fresh: string, target: string) {
  const old = `${fresh}.old`
  if (fs.existsSync(target)) fs.renameSync(target, old)
  fs.renameSync(fresh, target)
  fs.rmSync(old, { recursive: true, force: true })
}

/** Compresses a file. Small and already compressed files are served as they are. */
async function compress(file: string): Promise<void> {
  const bytes = fs.readFileSync(file)
  if (bytes.length < 1024 || !/\.(html|js|css|svg|json)$/.test(file)) return
  for (const [ending, compressed] of Object.entries(compressors)) {
    fs.writeFileSync(file + ending, await compressed(bytes))
  }
}
