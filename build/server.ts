/**
 * `npm run build:server`: builds dist/server and dist/coffer-server-VERSION-PLATFORM-ARCHITECTURE.tar.gz, for a
 * computer of this platform without Node, npm or PostgreSQL. The builds of console and documentation must exist in
 * dist/. `--without-database` omits the embedded PostgreSQL and the archive: for the image.
 */
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import metadata from '../package.json' with { type: 'json' }
import { filesBelow, tarGz } from './pack-files.ts'
import { shipServer } from './ship-server.ts'

const { values } = parseArgs({ options: { 'without-database': { type: 'boolean', default: false } } })
const dist = path.join(import.meta.dirname, '../dist')
const missing = ['console', 'docs'].filter((site) => !fs.existsSync(path.join(dist, site, 'index.html')))
if (missing.length > 0) {
  console.error(`dist/${missing.join(' and dist/')} missing: run npm run build:server, which builds them first`)
  process.exit(1)
}
const isForImage = values['without-database']
await shipServer(path.join(dist, 'server'), dist, { withDatabase: !isForImage })
if (!isForImage) {
  const name = `coffer-server-${metadata.version}`
  const archive = `${name}-${process.platform}-${process.arch}.tar.gz`
  const bytes = await tarGz(filesBelow(path.join(dist, 'server'), name))
  fs.writeFileSync(path.join(dist, archive), bytes)
  console.log(`dist/${archive} ${Math.round(bytes.length / 1024 ** 2)} MiB`)
}
