import fs from 'node:fs/promises'
import path from 'node:path'

/**
 * A file of the console's build by the path of its address.
 * @returns null for what is not in the folder, however the path is written, or is of a kind that the build has not
 */
export async function readConsoleFile(
  folder: string,
  address: string,
): Promise<{ bytes: Buffer; type: string } | null> {
  let relative: string
  try {
    relative = decodeURIComponent(address === '/' ? '/index.html' : address)
  } catch {
    return null
  }
  const file = path.join(folder, relative)
  const type = types[path.extname(file)]
  const isInside = file.startsWith(folder + path.sep) && !relative.includes('\0') && !relative.includes('\\')
  if (!type || !isInside) return null
  try {
    return { bytes: await fs.readFile(file), type }
  } catch {
    return null
  }
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}
