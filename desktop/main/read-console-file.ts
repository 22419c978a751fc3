import fs from 'node:fs/promises'
import path from 'node:path'

/**
 * Returns a file of the console's build by its URL path.
 * @returns null if the path leaves the folder in any notation, or the type is not part of the build
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
