import fs from 'node:fs'
import path from 'node:path'

/** A package of npm as package-lock.json has it. */
export interface BundledPackage {
  name: string
  version: string
  /** SHA-512 of npm's file, as npm writes it; absent of what npm did not fetch. */
  integrity?: string
  license: string
  /** Below node_modules; the folder may be absent, where npm installs it on other systems only. */
  folder: string
}

interface LockEntry {
  version?: string
  integrity?: string
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** What the console and the documentation are bundled of, beside what the programs are. No other development package ships. */
const ofSites = [
  '@codemirror/commands',
  '@codemirror/lang-xml',
  '@codemirror/language',
  '@codemirror/merge',
  '@codemirror/search',
  '@codemirror/state',
  '@codemirror/view',
  '@vueuse/core',
  'naive-ui',
  'openapi-fetch',
  'pinia',
  'uplot',
  'vitepress',
  'vue',
  'vue-i18n',
  'vue-router',
]

/** Packages of which only these dependencies ship: the others fetch Electron, or build the documentation. */
const shippedDependencies: Record<string, string[]> = {
  electron: [],
  vitepress: ['@docsearch/css', '@vueuse/core', '@vueuse/integrations', 'focus-trap', 'mark.js', 'minisearch', 'vue'],
}

/** Native accelerators and their makers, which no bundle has (bundle-program.ts). */
const leftOut = ['cpu-features', 'buildcheck', 'nan']

/**
 * The packages that are in what is given to others, with all that they need, by name: those of the service, the agent, the
 * client and the console, the Nodes and PostgreSQL of each system, and Electron. Rather one too many than one too few.
 * @param root of the project, where package-lock.json is
 */
export function bundledPackages(root: string): BundledPackage[] {
  const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>
  }
  const own = lock.packages[''] ?? {}
  const found = new Map<string, BundledPackage>()
  const waiting = [...Object.keys({ ...own.dependencies, ...own.optionalDependencies }), ...ofSites, 'electron'].map(
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

/** Where Node finds a package from inside another: the nearest node_modules upwards. */
function placeOf(packages: Record<string, LockEntry>, name: string, from: string): string | undefined {
  for (let at = from; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const place = `${at}/node_modules/${name}`
    if (packages[place]) return place
  }
  return packages[`node_modules/${name}`] ? `node_modules/${name}` : undefined
}

/** Older packages say it in other ways than the lock takes over. */
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
