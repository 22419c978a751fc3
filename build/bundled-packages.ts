import fs from 'node:fs'
import path from 'node:path'

/** An npm package as in package-lock.json. */
export interface BundledPackage {
  name: string
  version: string
  /** SHA-512 of the package file, as npm writes it; absent if npm did not fetch the package. */
  integrity?: string
  license: string
  /** Below node_modules. The folder may be absent if npm installs the package only on other systems. */
  folder: string
}

interface LockEntry {
  version?: string
  integrity?: string
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Packages bundled into the console, the documentation and the desktop. No other development packages ship. */
const ofBundles = [
  '@codemirror/commands',
  '@codemirror/lang-xml',
  '@codemirror/language',
  '@codemirror/merge',
  '@codemirror/search',
  '@codemirror/state',
  '@codemirror/view',
  '@vueuse/core',
  'electron-updater',
  'naive-ui',
  'openapi-fetch',
  'pinia',
  'uplot',
  'vitepress',
  'vue',
  'vue-i18n',
  'vue-router',
]

/** Packages of which only these dependencies ship: their others download Electron or build the documentation. */
const shippedDependencies: Record<string, string[]> = {
  electron: [],
  vitepress: ['@docsearch/css', '@vueuse/core', '@vueuse/integrations', 'focus-trap', 'mark.js', 'minisearch', 'vue'],
}

/** Native accelerators and their build tools, which no bundle contains (bundle-program.ts). */
const leftOut = ['cpu-features', 'buildcheck', 'nan']

/**
 * Returns the packages in everything that is distributed, with their dependencies, by name: those of the service, the
 * agent, the client and the console, Node and PostgreSQL of each system, and Electron. If in doubt, a package is
 * included.
 * @param root folder of the project with package-lock.json
 */
export function bundledPackages(root: string): BundledPackage[] {
  const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>
  }
  const own = lock.packages[''] ?? {}
  const found = new Map<string, BundledPackage>()
  const waiting = [...Object.keys({ ...own.dependencies, ...own.optionalDependencies }), ...ofBundles, 'electron'].map(
    (name) => ({ name, from: '' }),
  )
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const place = placeOf(lock.packages, next.name, next.from)
    const entry = place === undefined ? undefined : lock.packages[place]
    if (place === undefined || !entry?.version || found.has(place) || leftOut.includes(next.name)) continue
    const folder = path.join(root, place)
    const { version, integrity, license = licenseIn(folder) } = entry
    found.set(place, { name: nameIn(place), version, integrity, license, folder })
    const needed =
      shippedDependencies[next.name] ?? Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
    for (const name of needed) waiting.push({ name, from: place })
  }
  const each = new Map([...found.values()].map((one) => [`${one.name} ${one.version}`, one]))
  return [...each.values()].sort((one, other) =>
    compare(`${one.name} ${one.version}`, `${other.name} ${other.version}`),
  )
}

/** Resolves a package as Node does: in the nearest node_modules upwards. */
function placeOf(packages: Record<string, LockEntry>, name: string, from: string): string | undefined {
  for (let at = from; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const place = `${at}/node_modules/${name}`
    if (packages[place]) return place
  }
  return packages[`node_modules/${name}`] ? `node_modules/${name}` : undefined
}

/** Reads the licence from older package.json formats, which the lock file does not contain. */
function licenseIn(folder: string): string {
  const file = path.join(folder, 'package.json')
  if (!fs.existsSync(file)) return 'unknown'
  const { license, licenses } = JSON.parse(fs.readFileSync(file, 'utf8')) as {
    license?: { type?: string }
    licenses?: { type?: string }[]
  }
  return license?.type ?? licenses?.[0]?.type ?? 'unknown'
}

function nameIn(place: string): string {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
