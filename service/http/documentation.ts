import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import express, { type RequestHandler, Router } from 'express'
import type { Dependencies } from '../dependencies.ts'
import { authenticate } from './authenticate.ts'
import { isNotModified } from './entity-tags.ts'
import type { RequestLimits } from './limit-requests.ts'
import { loginFirst } from './reference-login.ts'

const locate = createRequire(import.meta.url)

/** The API description without the operations of agents. */
const publicContract = path.join(import.meta.dirname, '../../shared/contract/public-openapi.json')

/**
 * Serves `/api/openapi.json`, for a session or an API token, and two pages that show it: `/api/docs` (Swagger UI) and
 * `/api/redoc`, from local files. The pages ask the user to log in and contain no part of the document.
 */
export function documentation(dependencies: Dependencies, limits: RequestLimits): Router {
  const pages = Router()
  pages.get('/api/openapi.json', requireToken(dependencies, limits), async (req, res) => {
    const { json, packed, tag } = await (description ??= readDescription())
    const isPacked = req.acceptsEncodings('gzip') === 'gzip'
    res.set({ ETag: tag, 'Cache-Control': 'private, no-cache', Vary: 'Accept-Encoding' }).type('application/json')
    if (isNotModified(req.get('If-None-Match'), tag)) return void res.status(304).end()
    if (isPacked) res.set('Content-Encoding', 'gzip')
    res.send(isPacked ? packed : json)
  })
  pages.get('/api/docs', (req, res, next) => (req.path.endsWith('/') ? next() : res.redirect('/api/docs/')))
  pages.use('/api/docs', swaggerUi())
  pages.use('/api/redoc', redoc())
  return pages
}

/** The document is read and compressed at the first request of a process: this takes 0.4 s. */
let description: ReturnType<typeof readDescription> | undefined

async function readDescription() {
  const json = await fs.promises.readFile(publicContract)
  const tag = `W/"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`
  return { json, packed: await promisify(gzip)(json, { level: 9 }), tag }
}

/** Any role may read the document, and everyone if the setting allows it. */
function requireToken(dependencies: Dependencies, limits: RequestLimits): RequestHandler {
  return async (req, _res, next) => {
    if (dependencies.settings.openReference) return next()
    await limits.countAddress(req)
    await authenticate(dependencies, req)
    next()
  }
}

const swaggerStart = loginFirst(`(spec, token) => {
  window.ui = SwaggerUIBundle({
    spec, dom_id: '#reference', deepLinking: true, validatorUrl: null, docExpansion: 'none', filter: true,
    showExtensions: true, displayRequestDuration: true,
    onComplete: () => token && window.ui.preauthorizeApiKey('bearer', token),
  })
}`)

function swaggerUi(): Router {
  const page = Router()
  page.use((_req, res, next) => {
    res.set(
      'Content-Security-Policy',
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    next()
  })
  page.get('/', (_req, res) => {
    res.type('html').send(
      html(`<link rel="stylesheet" href="swagger-ui.css"><link rel="icon" href="favicon-32x32.png"><div id="reference"></div>
<script src="swagger-ui-bundle.js"></script><script src="start.js"></script>`),
    )
  })
  page.get('/start.js', (_req, res) => {
    res.type('text/javascript').send(swaggerStart)
  })
  page.use(express.static(path.dirname(locate.resolve('swagger-ui-dist/package.json')), { index: false }))
  return page
}

/** Redoc loads a logo from another host. It is replaced, so that the page uses only local files. */
const foreignLogo = 'https://cdn.redoc.ly/redoc/logo-mini.svg'

/** Hashes of the empty style and of the one that Redoc writes; all others have the nonce. */
const redocStyles = [
  'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc=',
]

const redocStart = `const { nonce } = document.currentScript;
${loginFirst(`(spec) => {
  const showExtensions = ['x-permission', 'x-confirmation', 'x-audit', 'x-cost']
  const options = { nonce, hideDownloadButton: false, showExtensions }
  Redoc.init(spec, options, document.getElementById('reference'))
}`)}`

function redoc(): Router {
  const page = Router()
  page.get('/', (req, res) => {
    if (!req.originalUrl.split('?')[0]?.endsWith('/')) return res.redirect('/api/redoc/')
    const nonce = randomBytes(16).toString('base64')
    const styles = redocStyles.map((hash) => `'${hash}'`).join(' ')
    res.set(
      'Content-Security-Policy',
      `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}' ${styles}; img-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    res
      .type('html')
      .send(
        html(
          `<div id="reference"></div><script src="redoc.js"></script><script nonce="${nonce}" src="start.js"></script>`,
        ),
      )
  })
  page.get('/start.js', (_req, res) => {
    res.type('text/javascript').send(redocStart)
  })
  page.get('/redoc.js', (_req, res) => {
    res.type('text/javascript').send((redocBundle ??= readRedoc()))
  })
  return page
}

let redocBundle: string | undefined

function readRedoc(): string {
  const bundle = fs.readFileSync(locate.resolve('redoc/bundles/redoc.standalone.js'), 'utf8')
  return bundle.replaceAll(foreignLogo, 'data:,')
}

function html(body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Coffer API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body>${body}</body></html>`
}
