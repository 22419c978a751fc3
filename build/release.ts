/**
 * `npm run release`: builds everything of a release that this computer can, into dist/release/: the agents, the
 * service, the command line client, the desktop, the bill of materials, third-party notices, the changelog and
 * SHA256SUMS. Lists what it cannot build, with the command for another computer.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import metadata from '../package.json' with { type: 'json' }
import { billOfMaterials } from './bill-of-materials.ts'
import { bundledPackages } from './bundled-packages.ts'
import { bundleProgram } from './bundle-program.ts'
import { filesBelow, type PackedFile, tarGz } from './pack-files.ts'
import { shipServer } from './ship-server.ts'
import { thirdPartyNotices } from './third-party-notices.ts'
import { writeChecksums } from './write-checksums.ts'

const root = path.join(import.meta.dirname, '..')
const target = path.join(root, 'dist/release')
const staging = path.join(root, 'dist/release-staging')
const here = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const { name, version } = metadata
const elsewhere: string[] = []

for (const folder of [target, staging]) fs.rmSync(folder, { recursive: true, force: true })
fs.mkdirSync(target, { recursive: true })
const packages = bundledPackages(root)
const notices = thirdPartyNotices(packages)
fs.writeFileSync(path.join(target, 'THIRD-PARTY-NOTICES.txt'), notices)
fs.writeFileSync(path.join(target, `${name}-${version}.cdx.json`), billOfMaterials({ name, version }, packages))
fs.copyFileSync(path.join(root, 'CHANGELOG.md'), path.join(target, 'CHANGELOG.md'))
await makeClient()
await makeServer()
makeAgents()
makeDesktop()
fs.rmSync(staging, { recursive: true, force: true })
writeChecksums(target)
reportFiles()

/** Builds the client as one file for a Node of the pinned version. */
async function makeClient(): Promise<void> {
  const folder = path.join(staging, 'cli')
  await bundleProgram(folder, { coffer: 'desktop/cli/main.ts' })
  const file = {
    name: 'coffer/coffer.cjs',
    bytes: fs.readFileSync(path.join(folder, 'coffer.cjs')),
    isExecutable: true,
  }
  const notice = { name: 'coffer/THIRD-PARTY-NOTICES.txt', bytes: Buffer.from(notices), isExecutable: false }
  await pack(`coffer-cli-${version}.tar.gz`, [file, notice])
}

/** Builds the server archive: service and client with Node and PostgreSQL, and files for the operating system. */
async function makeServer(): Promise<void> {
  run('the console', ['build/console.ts', '--if-stale'])
  run('the documentation', ['build/docs.ts', '--if-stale'])
  const folder = path.join(staging, 'server')
  await shipServer(folder, path.join(root, 'dist'))
  const unpacked = `${name}-server-${version}`
  await pack(`${unpacked}-${here}.tar.gz`, filesBelow(folder, unpacked))
  elsewhere.push('the service for another system: npm run release, there (npm installs that system’s PostgreSQL)')
}

function makeAgents(): void {
  if (!run('the agents', ['build/agent.ts'])) {
    elsewhere.push('the agents that are missing above: npm run build:agent, on Linux x64 with a way to npm')
  }
  const made = path.join(root, 'dist/agents')
  for (const file of fs.readdirSync(made).filter((one) => one.startsWith('coffer-agent-'))) {
    const [, rest = ''] = /^coffer-agent-(.*)$/.exec(file) ?? []
    fs.copyFileSync(path.join(made, file), path.join(target, `coffer-agent-${version}-${rest}`))
  }
  elsewhere.push('macOS starts the agent once it is signed, on a Mac: codesign --sign "YOUR IDENTITY" coffer-agent')
  elsewhere.push('Windows asks less about the agent once it is signed: signtool sign /fd sha256 coffer-agent.exe')
}

/** Packs the desktop. electron-builder downloads Electron; if that fails, the tests check its input. */
function makeDesktop(): void {
  const isMade =
    fs.existsSync(path.join(root, 'node_modules/electron/dist')) &&
    run('the desktop', ['build/desktop.ts']) &&
    spawnSync(process.execPath, [builder(), '--publish=never'], { cwd: root, stdio: 'inherit' }).status === 0
  if (isMade) {
    const packed = path.join(root, 'dist/packed')
    const files = fs.readdirSync(packed).filter((file) => /\.(AppImage|deb|exe|dmg)$/.test(file))
    for (const file of files) fs.copyFileSync(path.join(packed, file), path.join(target, file))
  } else {
    elsewhere.push('the desktop for Linux (AppImage, deb): npm run pack:desktop, on Linux with a way to github.com')
  }
  elsewhere.push('the desktop for Windows (NSIS): npm run pack:desktop, on Windows')
  elsewhere.push('the desktop for macOS (dmg): npm run pack:desktop, on a Mac, with the identity that signs it')
}

function builder(): string {
  return path.join(root, 'node_modules/electron-builder/cli.js')
}

async function pack(file: string, files: PackedFile[]): Promise<void> {
  fs.writeFileSync(path.join(target, file), await tarGz(files))
}

function run(what: string, words: string[]): boolean {
  console.log(`making ${what}`)
  return spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' }).status === 0
}

function reportFiles(): void {
  console.log(`\n${path.relative(root, target)}:`)
  for (const file of fs.readdirSync(target).sort()) {
    console.log(`  ${(fs.statSync(path.join(target, file)).size / 1e6).toFixed(1).padStart(7)} MB  ${file}`)
  }
  console.log('\nNot made here:')
  for (const line of elsewhere) console.log(`  ${line}`)
}
