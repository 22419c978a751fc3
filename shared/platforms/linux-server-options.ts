import { readRsyncPattern } from './rsync-pattern.ts'

export interface TreeRequest {
  /** Absolute, without a slash at the end, none inside another, in the order given. */
  paths: string[]
  excludes: string[]
  sudo: boolean
  rsyncPath: string
  oneFileSystem: boolean
  maxEntries: number
  maxBytes: number
}

export interface OptionRemark {
  option: 'paths' | 'excludes' | 'rsync_path'
  message: string
}

/** Where an option says nothing. A list of two million entries takes an agent some 250 MB. */
export const treeDefaults = { maxEntries: 2_000_000, maxBytes: 256 * 2 ** 30 }

export const rsyncPathPattern = /^(rsync|\/[A-Za-z0-9._+/-]{1,1000})$/

/**
 * What the options ask for, and what is wrong with them beyond their shape. With `refusals` the request must not be
 * used: it would back up something else than its author means. `warnings` are for the run log.
 */
export function readLinuxServerOptions(options: Readonly<Record<string, unknown>>): {
  request: TreeRequest
  refusals: OptionRemark[]
  warnings: OptionRemark[]
} {
  const refusals: OptionRemark[] = []
  const warnings: OptionRemark[] = []
  const given = strings(options['paths'])
  if (given.length === 0) refusals.push({ option: 'paths', message: 'at least one path is needed' })
  const usable = given.filter((path) => {
    const fault = pathFault(path)
    if (fault) refusals.push({ option: 'paths', message: `${JSON.stringify(path)} ${fault}` })
    return !fault
  })
  const { paths, merged } = mergePaths(usable.map(plainPath))
  warnings.push(...merged.map((message): OptionRemark => ({ option: 'paths', message })))
  warnings.push(...paths.flatMap(pathWarnings).map((message): OptionRemark => ({ option: 'paths', message })))

  const excludes = [...new Set(strings(options['excludes']))]
  const folders = foldersMet(paths)
  const budget = { steps: stepsAtMost }
  for (const pattern of excludes) {
    const about = JSON.stringify(pattern)
    const fault = patternFault(pattern)
    const emptied = fault === undefined ? emptiedPath(pattern, folders, budget) : undefined
    if (fault !== undefined) refusals.push({ option: 'excludes', message: `${about} ${fault}` })
    else if (emptied) {
      const message =
        `${about} also matches ${JSON.stringify(emptied.at)}, which would leave ${JSON.stringify(emptied.path)} empty: ` +
        'write the full path of what is to be left out'
      refusals.push({ option: 'excludes', message })
    } else if (matchesNothing(pattern, paths)) {
      const message = `${about} matches nothing: a pattern that begins with / is a full path, and no requested path is there`
      warnings.push({ option: 'excludes', message })
    }
  }
  if (budget.steps < 0) {
    const message = 'the patterns are too many or too long to be held against these paths: use fewer wildcards'
    refusals.push({ option: 'excludes', message })
  }

  const request: TreeRequest = {
    paths,
    excludes,
    sudo: options['sudo'] === true,
    rsyncPath: rsyncPathOf(options['rsync_path'], refusals),
    oneFileSystem: options['one_file_system'] !== false,
    maxEntries: numberOr(options['max_entries'], treeDefaults.maxEntries),
    maxBytes: numberOr(options['max_bytes'], treeDefaults.maxBytes),
  }
  return { request, refusals, warnings }
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}

/** It becomes part of a command line: nothing that a shell would read otherwise. */
function rsyncPathOf(value: unknown, refusals: OptionRemark[]): string {
  const path = value ?? 'rsync'
  if (typeof path === 'string' && rsyncPathPattern.test(path)) return path
  refusals.push({ option: 'rsync_path', message: 'is neither `rsync` nor a plain absolute path' })
  return 'rsync'
}

function pathFault(path: string): string | undefined {
  if (!path.startsWith('/')) return 'is not absolute: begin it with /'
  if (path.includes('\0')) return 'holds a NUL character'
  if (path.split('/').includes('..')) return 'holds `..`: write the path without it'
  if (path.split('/').length > deepest) return `is deeper than ${deepest} folders`
  return Buffer.byteLength(path) > 4095 ? 'is longer than 4095 bytes' : undefined
}

/** A path is compared with all folders above it: what nobody has must not take long. */
const deepest = 100

/** Without what does not matter: `/a//b/./c/` is `/a/b/c`. */
function plainPath(path: string): string {
  return `/${path
    .split('/')
    .filter((component) => component !== '' && component !== '.')
    .join('/')}`
}

/** A path listed twice, or inside another, would be sent twice. */
function mergePaths(all: string[]): { paths: string[]; merged: string[] } {
  const unique = [...new Set(all)]
  const asked = new Set(unique)
  const outer = (path: string) => [...ancestors(path), '/'].find((folder) => folder !== path && asked.has(folder))
  const paths = unique.filter((path) => outer(path) === undefined)
  const merged = unique
    .filter((path) => outer(path) !== undefined)
    .map((path) => `${JSON.stringify(path)} is part of ${JSON.stringify(outer(path))}, which is requested too`)
  return { paths, merged }
}

function ancestors(path: string): string[] {
  const components = path.slice(1).split('/')
  return components.slice(0, -1).map((_, i) => `/${components.slice(0, i + 1).join('/')}`)
}

function pathWarnings(path: string): string[] {
  const about = JSON.stringify(path)
  const kernel = kernelFolders.find((folder) => path === folder || path.startsWith(`${folder}/`))
  return [
    ...(kernel ? [`${about} is made by the kernel: its files say they are empty, or never end`] : []),
    ...(/[*?[]/.test(path) ? [`${about} is taken literally: wildcards in paths are not expanded`] : []),
  ]
}

const kernelFolders = ['/proc', '/sys', '/dev']

function patternFault(pattern: string): string | undefined {
  if (/^[+-] /.test(pattern)) return 'is a rule, not a pattern: leave out the sign and the blank at its beginning'
  if (pattern === '!') return 'is a rule that clears all others, not a pattern'
  if (pattern === '') return 'is empty'
  if (pattern.includes('\0')) return 'holds a NUL character'
  return Buffer.byteLength(pattern) > 4095 ? 'is longer than 4095 bytes' : undefined
}

/** Half a second. A hundred patterns with wildcards beside a hundred paths take a hundredth of it. */
const stepsAtMost = 10_000_000

interface EmptiedFolder {
  /** The first requested path that would be lost. */
  path: string
  /** The folder that the pattern meets: that path, or one above it. */
  at: string
}

/** What a pattern may meet, by its text. */
type Met = Map<string, EmptiedFolder>
type Folders = Record<'paths' | 'all' | 'names', Met>

/**
 * Patterns that do not begin with `/` meet every folder on the way to a requested path too, and rsync then drops the
 * path without a word. Those that do are not held against the folders on the way.
 */
function foldersMet(requested: string[]): Folders {
  const [paths, all, names]: [Met, Met, Met] = [new Map(), new Map(), new Map()]
  for (const path of requested) {
    if (path !== '/') paths.set(path, { path, at: path })
    for (const at of [...ancestors(path), path]) {
      if (at === '/' || all.has(at)) continue
      const name = at.slice(at.lastIndexOf('/') + 1)
      all.set(at, { path, at })
      if (!names.has(name)) names.set(name, { path, at })
    }
  }
  return { paths, all, names }
}

/** Undefined also when the budget is spent: the caller then refuses the patterns as a whole. */
function emptiedPath(pattern: string, folders: Folders, budget: { steps: number }): EmptiedFolder | undefined {
  const read = readRsyncPattern(pattern)
  const met = read.isWhole ? folders.paths : read.isName ? folders.names : folders.all
  for (const [text, folder] of met) {
    budget.steps -= read.stepsFor(text)
    if (budget.steps < 0) return undefined
    if (read.matches(text)) return folder
  }
  return undefined
}

function matchesNothing(pattern: string, paths: string[]): boolean {
  const literal = pattern.match(/^\/[^*?[\\]*/)?.[0]
  if (!literal || literal === '/') return false
  const isWhole = literal.length === pattern.length
  return !paths.some((path) => {
    const inside = path === '/' ? '/' : `${path}/`
    return literal.startsWith(inside) || (!isWhole && inside.startsWith(literal))
  })
}
