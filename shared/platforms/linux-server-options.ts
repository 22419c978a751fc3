import { type MessageOf, message } from '../messages/message.ts'
import type { CaptureWarning } from './requests.ts'
import { readRsyncPattern } from './rsync-pattern.ts'

export interface TreeRequest {
  /** Absolute, without a trailing slash, none inside another, in the given order. */
  paths: string[]
  excludes: string[]
  sudo: boolean
  rsyncPath: string
  oneFileSystem: boolean
  maxEntries: number
  maxBytes: number
}

type OptionName = 'paths' | 'excludes' | 'rsync_path'

/** Why an option is invalid. */
export interface OptionError {
  option: OptionName
  error: PathError | PatternError | MessageOf<'is_empty' | 'excludes_too_complex' | 'rsync_path_invalid'>
}

type PathError = MessageOf<'path_not_absolute' | 'path_has_nul' | 'path_has_parent' | 'path_too_deep' | 'path_too_long'>
type PatternError = MessageOf<
  | 'exclude_is_rule'
  | 'exclude_clears_rules'
  | 'exclude_empty'
  | 'exclude_has_nul'
  | 'exclude_too_long'
  | 'exclude_empties_path'
>

/** Defaults of omitted options. A list of two million entries uses about 250 MB in an agent. */
export const treeDefaults = { maxEntries: 2_000_000, maxBytes: 256 * 2 ** 30 }

export const rsyncPathPattern = /^(rsync|\/[A-Za-z0-9._+/-]{1,1000})$/

/**
 * Returns the options with defaults, and their errors beyond the schema. With `errors` they must not be used, because
 * they would back up something else than intended. `warnings` are for the run log.
 */
export function readLinuxServerOptions(options: Readonly<Record<string, unknown>>): {
  request: TreeRequest
  errors: OptionError[]
  warnings: CaptureWarning[]
} {
  const errors: OptionError[] = []
  const warnings: CaptureWarning[] = []
  const given = strings(options['paths'])
  if (given.length === 0) errors.push({ option: 'paths', error: message('is_empty') })
  const usable = given.filter((path) => {
    const error = findPathError(path)
    if (error) errors.push({ option: 'paths', error })
    return !error
  })
  const { paths, merged } = mergePaths(usable.map(plainPath))
  warnings.push(...merged, ...paths.flatMap(pathWarnings))

  const excludes = [...new Set(strings(options['excludes']))]
  const folders = foldersMet(paths)
  const budget = { steps: maxSteps }
  for (const pattern of excludes) {
    const error = findPatternError(pattern)
    const emptied = error === undefined ? emptiedPath(pattern, folders, budget) : undefined
    if (error !== undefined) errors.push({ option: 'excludes', error })
    else if (emptied) {
      errors.push({ option: 'excludes', error: message('exclude_empties_path', { pattern, ...emptied }) })
    } else if (matchesNothing(pattern, paths)) {
      warnings.push(message('warning_exclude_unused', { pattern: JSON.stringify(pattern) }))
    }
  }
  if (budget.steps < 0) {
    errors.push({ option: 'excludes', error: message('excludes_too_complex') })
  }

  const request: TreeRequest = {
    paths,
    excludes,
    sudo: options['sudo'] === true,
    rsyncPath: rsyncPathOf(options['rsync_path'], errors),
    oneFileSystem: options['one_file_system'] !== false,
    maxEntries: numberOr(options['max_entries'], treeDefaults.maxEntries),
    maxBytes: numberOr(options['max_bytes'], treeDefaults.maxBytes),
  }
  return { request, errors, warnings }
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}

/** The path becomes part of a command line: characters with a meaning in a shell are rejected. */
function rsyncPathOf(value: unknown, errors: OptionError[]): string {
  const path = value ?? 'rsync'
  if (typeof path === 'string' && rsyncPathPattern.test(path)) return path
  errors.push({ option: 'rsync_path', error: message('rsync_path_invalid') })
  return 'rsync'
}

function findPathError(path: string): PathError | undefined {
  if (!path.startsWith('/')) return message('path_not_absolute', { path })
  if (path.includes('\0')) return message('path_has_nul', { path })
  if (path.split('/').includes('..')) return message('path_has_parent', { path })
  if (path.split('/').length > deepest) return message('path_too_deep', { path, max: deepest })
  return Buffer.byteLength(path) > longest ? message('path_too_long', { path, max: longest }) : undefined
}

/** Maximum bytes of a path on Linux (PATH_MAX without the NUL). */
const longest = 4095

/** Maximum depth of a path. A path is compared with all folders above it, and unrealistic ones must not take long. */
const deepest = 100

/** Returns a normalised path: `/a//b/./c/` is `/a/b/c`. */
function plainPath(path: string): string {
  return `/${path
    .split('/')
    .filter((component) => component !== '' && component !== '.')
    .join('/')}`
}

/** Removes paths listed twice or inside another, which would be sent twice. */
function mergePaths(all: string[]): { paths: string[]; merged: CaptureWarning[] } {
  const unique = [...new Set(all)]
  const requested = new Set(unique)
  const outer = (path: string) => [...ancestors(path), '/'].find((folder) => folder !== path && requested.has(folder))
  const paths = unique.filter((path) => outer(path) === undefined)
  const merged = unique
    .filter((path) => outer(path) !== undefined)
    .map((path) =>
      message('warning_path_in_another', { path: JSON.stringify(path), other: JSON.stringify(outer(path)) }),
    )
  return { paths, merged }
}

function ancestors(path: string): string[] {
  const components = path.slice(1).split('/')
  return components.slice(0, -1).map((_, i) => `/${components.slice(0, i + 1).join('/')}`)
}

function pathWarnings(path: string): CaptureWarning[] {
  const quoted = JSON.stringify(path)
  const kernel = kernelFolders.find((folder) => path === folder || path.startsWith(`${folder}/`))
  return [
    ...(kernel ? [message('warning_path_of_kernel', { path: quoted })] : []),
    ...(/[*?[]/.test(path) ? [message('warning_path_taken_literally', { path: quoted })] : []),
  ]
}

const kernelFolders = ['/proc', '/sys', '/dev']

function findPatternError(pattern: string): PatternError | undefined {
  if (/^[+-] /.test(pattern)) return message('exclude_is_rule', { pattern })
  if (pattern === '!') return message('exclude_clears_rules')
  if (pattern === '') return message('exclude_empty')
  if (pattern.includes('\0')) return message('exclude_has_nul', { pattern })
  return Buffer.byteLength(pattern) > longest ? message('exclude_too_long', { pattern, max: longest }) : undefined
}

/** About half a second. A hundred patterns with wildcards for a hundred paths take a hundredth of it. */
const maxSteps = 10_000_000

interface EmptiedFolder {
  /** The first requested path that would be excluded. */
  path: string
  /** The folder that the pattern matches: that path, or one above it. */
  at: string
}

/** Matches of patterns, by the pattern's text. */
type Met = Map<string, EmptiedFolder>
type Folders = Record<'paths' | 'all' | 'names', Met>

/**
 * Patterns without a leading `/` also match every folder above a requested path, and rsync then omits the path without
 * an error. Patterns with a leading `/` are not checked against those folders.
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

/** Undefined also if the budget is spent; the caller then rejects all patterns. */
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
