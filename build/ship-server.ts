import fs from 'node:fs'
import path from 'node:path'
import { bundleProgram } from './bundle-program.ts'
import { bundledPackages } from './bundled-packages.ts'
import { shipService } from './ship-service.ts'
import { thirdPartyNotices } from './third-party-notices.ts'

const root = path.join(import.meta.dirname, '..')

/** `withDatabase`: the embedded PostgreSQL, for a server that is given none. */
export interface ServerOptions {
  withDatabase?: boolean
}

/**
 * Makes what a server gets: the service as it is shipped, the client, the Node that runs both, the documents, the
 * licences of third parties, and in `setup/` files for the system (unit, settings, nginx). `bin/coffer` starts either. It may be in any folder and needs to
 * write nothing below itself; /opt/coffer is where the unit looks.
 * @param target made anew
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
