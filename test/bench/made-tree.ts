import fs from 'node:fs'
import path from 'node:path'
import { seeded } from '../support/random.ts'

/**
 * Creates a tree like those of servers: most files small, a few large, half text and half incompressible; the same for
 * the same seed.
 */
export function makeTree(root: string, files: number, bytes: number, seed: number): void {
  const random = seeded(seed)
  const average = bytes / files
  for (let at = 0; at < files; at += 1) {
    const folder = path.join(root, `d${at % 97}`, `s${at % 13}`)
    fs.mkdirSync(folder, { recursive: true })
    const size = Math.max(1, Math.round(average * 0.5 * -Math.log(1 - random()) + (random() < 0.02 ? average * 25 : 0)))
    fs.writeFileSync(path.join(folder, `f${at}`), at % 2 ? textOf(size, random) : noiseOf(size, random))
  }
}

/** Changes a share of the files: a few bytes in the middle of each. */
export function changeTree(root: string, part: number, seed: number): void {
  const random = seeded(seed + 1000)
  for (const entry of fs.readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || random() >= part) continue
    const file = path.join(entry.parentPath, entry.name)
    const content = fs.readFileSync(file)
    content.write(`changed ${seed}`, content.length >> 1)
    fs.writeFileSync(file, content)
  }
}

const words = 'interface address permit deny host enable service path value option listen server root user group'.split(
  ' ',
)

function textOf(size: number, random: () => number): Buffer {
  let text = ''
  while (text.length < size) text += `${words[Math.floor(random() * words.length)]} ${Math.floor(random() * 1e6)}\n`
  return Buffer.from(text.slice(0, size))
}

function noiseOf(size: number, random: () => number): Buffer {
  const bytes = Buffer.alloc(size)
  for (let at = 0; at + 4 <= size; at += 4) bytes.writeUInt32LE(Math.floor(random() * 2 ** 32), at)
  return bytes
}
