import path from 'node:path'
import { Router } from 'express'
import { createStaticFiles, sendStaticFile } from './static-files.ts'

/** Next to a bundle of the service, or where `npm run build` puts it. */
const folders = [path.join(import.meta.dirname, 'docs'), path.join(import.meta.dirname, '../../dist/docs')]

/**
 * The documentation at `/docs/`, for everyone: it contains no data of the installation. Page addresses have no suffix
 * (`/docs/quick-start`). Files below `assets/` carry a hash of their content and are cached for a year.
 */
export function docsFiles(places: string[] = folders): Router {
  const pages = Router({ strict: true })
  const files = createStaticFiles(places)
  pages.get('/docs', (_req, res) => res.redirect('/docs/'))
  pages.use('/docs', (req, res, next) => {
    if (req.method !== 'GET') return next()
    const built = files()
    if (!built) return void res.status(503).type('html').send(notBuilt)
    const name = req.path === '/' ? '/index' : req.path
    const file = built.get(name) ?? built.get(`${name}.html`)
    const missing = built.get('/404.html')
    if (file) sendStaticFile(req, res, file, { isImmutable: name.startsWith('/assets/') })
    else if (missing) sendStaticFile(req, res, missing, { status: 404 })
    else next()
  })
  return pages
}

const notBuilt = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Coffer documentation</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body><h1>The documentation is not built</h1>
<p><code>npm run build:docs</code> builds it. The same pages are in the <code>docs</code> folder, as Markdown.</p></body></html>`
