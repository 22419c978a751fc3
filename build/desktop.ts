/**
 * `npm run build:desktop`: writes the input of electron-builder. dist/desktop contains the program, its preload and its
 * own package.json, so that none of the project's packages is included. dist/coffer is the packaged service. The build
 * of the console must exist in dist/console.
 */
import fs from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import metadata from '../package.json' with { type: 'json' }
import { shipService } from './ship-service.ts'

const root = path.join(import.meta.dirname, '..')
const dist = path.join(root, 'dist')
const missing = ['console', 'docs'].filter((site) => !fs.existsSync(path.join(dist, site, 'index.html')))
if (missing.length > 0) {
  console.error(`dist/${missing.join(' and dist/')} missing: run npm run build:desktop, which builds them first`)
  process.exit(1)
}
const target = path.join(dist, 'desktop')
fs.rmSync(target, { recursive: true, force: true })
await build({
  entryPoints: {
    main: path.join(root, 'desktop/main/main.ts'),
    preload: path.join(root, 'desktop/preload/preload.ts'),
  },
  outdir: target,
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node24',
  external: ['electron'],
  define: { 'import.meta.dirname': '__dirname' },
  legalComments: 'none',
  logLevel: 'warning',
})
fs.copyFileSync(path.join(root, 'desktop/resources/icon.png'), path.join(target, 'icon.png'))
const { name, version, description } = metadata
const described = { name, productName: 'Coffer', version, description, author: 'Coffer', main: 'main.cjs' }
fs.writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(described, null, 2)}\n`)
await shipService(path.join(dist, 'coffer'), dist)
