import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { type Request, type RequestHandler, type Response, Router } from 'express'

/** Beside a bundle of the service, or where `npm run build` of the sources puts it. */
const folders = [path.join(import.meta.dirname, 'console'), path.join(import.meta.dirname, '../../dist/console')]

/** Vite injects no script, naive-ui and the editor inject styles; nothing is loaded from elsewhere. */
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
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
}

/** The best first. */
const encodings = { br: '.br', gzip: '.gz' } as const

interface ConsoleFile {
  type: string
  etag: string
  plain: Buffer
  br?: Buffer
  gzip?: Buffer
}

/**
 * The console at `/`, from files that were compressed when it was built. Names below `assets/` carry a hash of their
 * content and are kept for good; the page itself is asked for again each time. Only files of the build are answered, so
 * nothing of the API is hidden. A build that is put in place while the service runs is found.
 */
export function consoleFiles(places: string[] = folders): Router {
  const pages = Router()
  let known: { builtAt: number; files: Map<string, ConsoleFile> } | undefined
  const files = () => {
    const folder = places.find((place) => fs.existsSync(path.join(place, 'index.html')))
    if (!folder) return undefined
    const builtAt = fs.statSync(path.join(folder, 'index.html')).mtimeMs
    if (known?.builtAt !== builtAt) known = { builtAt, files: readFolder(folder) }
    return known.files
  }
  const page: RequestHandler = (req, res) => {
    const index = files()?.get('/index.html')
    if (index) send(req, res, index, 'no-cache')
    else res.status(503).type('html').send(notBuilt)
  }
  pages.get('/', page)
  pages.get('/index.html', page)
  pages.use((req, res, next) => {
    const file = req.method === 'GET' && !/^\/(api|health|ready|metrics)\b/.test(req.path) && files()?.get(req.path)
    if (!file) return next()
    send(req, res, file, req.path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
  })
  return pages
}

function send(req: Request, res: Response, file: ConsoleFile, caching: string) {
  const accepted = req.acceptsEncodings()
  const encoding = (Object.keys(encodings) as (keyof typeof encodings)[]).find(
    (name) => file[name] && accepted.includes(name),
  )
  const etag = `"${file.etag}${encoding ? `-${encoding}` : ''}"`
  res.set({ 'Cache-Control': caching, ETag: etag, Vary: 'Accept-Encoding', 'Content-Security-Policy': policy })
  if (isSame(req.get('if-none-match'), etag)) return res.status(304).end()
  if (encoding) res.set('Content-Encoding', encoding)
  return res.type(file.type).send(encoding ? file[encoding] : file.plain)
}

function isSame(given: string | undefined, etag: string): boolean {
  return given?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) ?? false
}

/** By the path at which it is asked for. All of it is a few megabytes, and is kept. */
function readFolder(folder: string): Map<string, ConsoleFile> {
  const names = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && types[path.extname(entry.name)])
    .map((entry) => path.join(entry.parentPath, entry.name))
  return new Map(names.map((name) => [`/${path.relative(folder, name).replaceAll(path.sep, '/')}`, readOne(name)]))
}

function readOne(name: string): ConsoleFile {
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

const notBuilt = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Coffer</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body><h1>The console is not built</h1>
<p>The service runs, and its files are missing: <code>npm run build</code> makes them, and this page is then the console.</p>
<p>The API is there: its reference is at <a href="/api/docs/">/api/docs</a>.</p></body></html>`
