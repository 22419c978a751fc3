import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import zlib from 'node:zlib'
import type { NodePackage } from './agent-targets.ts'

const root = path.join(import.meta.dirname, '..')
const kept = path.join(root, 'node_modules/.cache/coffer-node')

/**
 * Returns the program file of a package: the installed one if it has that version, otherwise npm's, which is downloaded
 * once and verified by its digest.
 * @throws Error with a message if it is not available
 */
export function fetchNode(wanted: NodePackage): string {
  const installed = path.join(root, 'node_modules', wanted.name)
  if (versionIn(installed) === wanted.version) return path.join(installed, wanted.program)
  const file = path.join(kept, `${wanted.name}-${wanted.version}`, path.basename(wanted.program))
  if (fs.existsSync(file)) return file
  const program = memberOf(zlib.gunzipSync(download(wanted)), `package/${wanted.program}`)
  if (!program) throw new Error(`${wanted.name} ${wanted.version} has no ${wanted.program}`)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(`${file}.${process.pid}`, program, { mode: 0o755 })
  fs.renameSync(`${file}.${process.pid}`, file)
  return file
}

function versionIn(folder: string): string | undefined {
  const file = path.join(folder, 'package.json')
  if (!fs.existsSync(file)) return undefined
  const { version } = JSON.parse(fs.readFileSync(file, 'utf8')) as { version: string }
  return version
}

function download({ name, version, integrity }: NodePackage): Buffer {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-node-'))
  try {
    // npm lists 20,000 files of these packages as JSON; only the downloaded file is needed
    const options = ['pack', `${name}@${version}`, '--silent', '--ignore-scripts', '--pack-destination', folder]
    execFileSync('npm', options, { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' })
    const [file = ''] = fs.readdirSync(folder)
    const bytes = fs.readFileSync(path.join(folder, file))
    const digest = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
    if (digest !== integrity) throw new Error(`what npm gave is not the package that is meant: ${digest}`)
    return bytes
  } catch (error) {
    throw new Error(`${name} ${version} cannot be had from npm: ${(error as Error).message}`, { cause: error })
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

/** Returns one file of a tar archive. npm's archives are ustar with short names (POSIX.1-1988). */
function memberOf(tar: Buffer, name: string): Buffer | undefined {
  for (let at = 0; at + 512 <= tar.length;) {
    const found = tar.toString('latin1', at, at + 100).replace(/\0.*$/s, '')
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 136), 8) || 0
    if (found === name) return tar.subarray(at + 512, at + 512 + size)
    at += 512 + Math.ceil(size / 512) * 512
  }
  return undefined
}
