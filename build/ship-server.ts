import fs from 'node:fs'
import path from 'node:path'
import { bundleProgram } from './bundle-program.ts'
import { bundledPackages } from './bundled-packages.ts'
import { shipService } from './ship-service.ts'
import { thirdPartyNotices } from './third-party-notices.ts'

const root = path.join(import.meta.dirname, '..')

/** `withDatabase`: includes the embedded PostgreSQL; false for a server with its own database. */
export interface ServerOptions {
  withDatabase?: boolean
}

/**
 * Builds the server distribution: the packaged service, the client, their Node, the documents, third-party licences,
 * and files for the system (unit, settings, nginx) in `setup/`. `bin/coffer` starts either program. It runs from any
 * folder and writes nothing to it; the unit expects /opt/coffer.
 * @param target is replaced
 * @param sites folder with the builds that the service serves: `console` and `docs`
 */
export async function shipServer(
  target: string,
  sites: string,
  { withDatabase = true }: ServerOptions = {},
): Promise<void> {
  await shipService(target, sites, { withDatabase })
  await bundleProgram(path.join(target, 'cli'), { coffer: 'desktop/cli/main.ts' })
  fs.mkdirSync(path.join(target, 'bin'))
  const node = process.platform === 'win32' ? 'node.exe' : 'node'
  fs.copyFileSync(process.execPath, path.join(target, 'bin', node))
  fs.copyFileSync(path.join(root, 'build/server/coffer'), path.join(target, 'bin/coffer'))
  for (const name of [node, 'coffer']) fs.chmodSync(path.join(target, 'bin', name), 0o755)
  for (const name of ['coffer.service', 'service.env', 'nginx/coffer.conf', 'nginx/coffer-replicas.conf']) {
    fs.cpSync(path.join(root, 'build/server', name), path.join(target, 'setup', name))
  }
  fs.cpSync(path.join(root, 'build/server/docker/is-ready.mjs'), path.join(target, 'setup/docker/is-ready.mjs'))
  fs.writeFileSync(path.join(target, 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(bundledPackages(root)))
  const leftOut = ['docs/pictures', 'docs/.vitepress'].map((name) => path.join(root, name))
  fs.cpSync(path.join(root, 'docs'), path.join(target, 'docs'), {
    recursive: true,
    filter: (name) => !leftOut.includes(name),
  })
}
