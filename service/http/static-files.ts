import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Request, Response } from 'express'

/**
 * Content security policy of a built site: it may run and load only its own files. Vue, naive-ui and highlighted code
 * set styles in the page.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.yml': 'application/yaml',
}

/** Best first. */
const encodings = { br: '.br', gzip: '.gz' } as const

/** A file of a built site with its precompressed forms. */
export interface StaticFile {
  type: string
  etag: string
  plain: Buffer
  br?: Buffer
  gzip?: Buffer
}

/**
 * Returns a function that returns the files of a built site by path (`/index.html`), or undefined without a build. The
 * files are cached in memory and read again when the start page changes, also while the service runs.
 * @param folders candidates for the build; the first with an index.html is used
 */
export function createStaticFiles(folders: readonly string[]): () => Map<string, StaticFile> | undefined {
  let known: { builtAt: number; files: Map<string, StaticFile> } | undefined
  return () => {
    const folder = folders.find((one) => fs.existsSync(path.join(one, 'index.html')))
    if (!folder) return undefined
    const builtAt = fs.statSync(path.join(folder, 'index.html')).mtimeMs
    if (known?.builtAt !== builtAt) known = { builtAt, files: readFolder(folder) }
    return known.files
  }
}

/**
 * Sends a file in the best encoding that the client accepts, or 304 if the client has it.
 * @param options `isImmutable`: the name contains a hash of the content, so that clients may cache it for a year;
 *   `status`: default 200
 */
export function sendStaticFile(
  req: Request,
  res: Response,
  file: StaticFile,
  { isImmutable = false, status = 200 }: { isImmutable?: boolean; status?: number } = {},
): void {
  const accepted = req.acceptsEncodings()
  const encoding = (Object.keys(encodings) as (keyof typeof encodings)[]).find(
    (name) => file[name] && accepted.includes(name),
  )
  const etag = `"${file.etag}${encoding ? `-${encoding}` : ''}"`
  res.set({
    'Cache-Control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: etag,
    Vary: 'Accept-Encoding',
    'Content-Security-Policy': policy,
  })
  if (status === 200 && isSame(req.get('if-none-match'), etag)) return void res.status(304).end()
  if (encoding) res.set('Content-Encoding', encoding)
  res
    .status(status)
    .type(file.type)
    .send(encoding ? file[encoding] : file.plain)
}

function isSame(given: string | undefined, etag: string): boolean {
  return given?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) ?? false
}

function readFolder(folder: string): Map<string, StaticFile> {
  const names = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && types[path.extname(entry.name)])
    .map((entry) => path.join(entry.parentPath, entry.name))
  return new Map(names.map((name) => [`/${path.relative(folder, name).replaceAll(path.sep, '/')}`, readFile(name)]))
}

function readFile(name: string): StaticFile {
  const plain = fs.readFileSync(name)
  const compressed = (ending: string) => (fs.existsSync(name + ending) ? fs.readFileSync(name + ending) : undefined)
  return {
    type: types[path.extname(name)] ?? 'application/octet-stream',
    etag: createHash('sha256').update(plain).digest('base64url').slice(0, 22),
    plain,
    br: compressed(encodings.br),
    gzip: compressed(encodings.gzip),
  }
}
