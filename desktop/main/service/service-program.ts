import fs from 'node:fs'
import path from 'node:path'

/** The service as it is started: the Node that runs it, its first file, and the folder it is started in. */
export interface ServiceProgram {
  node: string
  main: string
  folder: string
}

/**
 * Of a packed program the Node and the bundle in its resources; of a working copy the pinned Node and the source. Electron's
 * own Node is not used: its cryptography lacks argon2.
 * @param resources Electron's `process.resourcesPath` when the program is packed, otherwise null
 * @param copy the folder of the working copy
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

/** @returns the file that is not there */
export function missingOf({ node, main }: ServiceProgram): string | undefined {
  return [node, main].find((file) => !fs.existsSync(file))
}
