import fs from 'node:fs'
import path from 'node:path'

/** In front of the fuses of Electron's program: their version, their number, and their states. */
export const fuseSentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

/**
 * A folder that electron-builder takes for Electron's distribution for Linux: what it copies, renames and removes is there,
 * but for the program itself. A real one cannot be had on every machine.
 */
export function makeElectronDistribution(folder: string): void {
  fs.mkdirSync(path.join(folder, 'resources'), { recursive: true })
  fs.mkdirSync(path.join(folder, 'locales'))
  const fuses = Buffer.concat([Buffer.from(fuseSentinel), Buffer.of(1, 9), Buffer.from('101100111')])
  const program = Buffer.concat([Buffer.from('#!/bin/sh\nexit 1\n'), fuses])
  fs.writeFileSync(path.join(folder, 'electron'), program, { mode: 0o755 })
  fs.writeFileSync(path.join(folder, 'resources/default_app.asar'), emptyArchive())
  fs.writeFileSync(path.join(folder, 'version'), '45.4.1')
  fs.writeFileSync(path.join(folder, 'LICENSE'), '')
  fs.writeFileSync(path.join(folder, 'LICENSES.chromium.html'), '')
  fs.writeFileSync(path.join(folder, 'locales/en-GB.pak'), '')
}

/** An archive asar without files: the size of the header, the header's own sizes, its JSON filled up to four bytes. */
function emptyArchive(): Buffer {
  const json = Buffer.from('{"files":{}}')
  const sizes = Buffer.alloc(16)
  sizes.writeUInt32LE(4, 0)
  sizes.writeUInt32LE(8 + json.length, 4)
  sizes.writeUInt32LE(4 + json.length, 8)
  sizes.writeUInt32LE(json.length, 12)
  return Buffer.concat([sizes, json])
}
