import path from 'node:path'
import { type RequestHandler, Router } from 'express'
import { createStaticFiles, sendStaticFile } from './static-files.ts'

/** Next to a bundle of the service, or where `npm run build` puts it. */
const folders = [path.join(import.meta.dirname, 'console'), path.join(import.meta.dirname, '../../dist/console')]

/**
 * Serves the console at `/` from files that were compressed at build time. Names below `assets/` contain a hash of
 * their content and are cached permanently; the page itself is revalidated. Only files of the build are served, so no
 * path of the API is hidden. A build installed while the service runs is detected.
 */
export function consoleFiles(places: string[] = folders): Router {
  const pages = Router()
  const files = createStaticFiles(places)
  const page: RequestHandler = (req, res) => {
    const index = files()?.get('/index.html')
    if (index) sendStaticFile(req, res, index)
    else res.status(503).type('html').send(notBuilt)
  }
  pages.get('/', page)
  pages.get('/index.html', page)
  pages.use((req, res, next) => {
    const file = req.method === 'GET' && !/^\/(api|health|ready|metrics)\b/.test(req.path) && files()?.get(req.path)
    if (!file) return next()
    sendStaticFile(req, res, file, { isImmutable: req.path.startsWith('/assets/') })
  })
  return pages
}

const notBuilt = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Coffer</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body><h1>The console is not built</h1>
<p>The service runs, and its files are missing: <code>npm run build</code> makes them, and this page is then the console.</p>
<p>The API is there: its reference is at <a href="/api/docs/">/api/docs</a>.</p></body></html>`
