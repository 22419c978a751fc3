import fs from 'node:fs'
import path from 'node:path'

/** How the service is started: its Node, its entry file and its working folder. */
export interface ServiceProgram {
  node: string
  main: string
  folder: string
}

/**
 * Finds the service's program. A packed program uses the Node and the bundle in its resources, a working copy the
 * pinned Node and the source. Electron's Node is not used: its crypto lacks argon2.
 * @param resources Electron's `process.resourcesPath` if packed, otherwise null
 * @param copy folder of the working copy
 */
export function findServiceProgram(resources: string | null, copy: string): ServiceProgram {
  if (resources === null) {
    const node = path.join(copy, 'node_modules/.bin/node')
    return { node, main: path.join(copy, 'service/main.ts'), folder: copy }
  }
  const folder = path.join(resources, 'coffer')
  const node = path.join(resources, 'node', process.platform === 'win32' ? 'node.exe' : 'node')
  return { node, main: path.join(folder, 'service/bundle/main.mjs'), folder }
}

/** Returns the first missing file. */
export function missingOf({ node, main }: ServiceProgram): string | undefined {
  return [node, main].find((file) => !fs.existsSync(file))
}
