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
  for (const pattern of excludes) {
    const about = JSON.stringify(pattern)
    const fault = excludeFault(pattern, paths)
    if (fault) refusals.push({ option: 'excludes', message: `${about} ${fault}` })
    else if (matchesNothing(pattern, paths)) {
      const message = `${about} matches nothing: a pattern that begins with / is a full path, and no requested path is there`
      warnings.push({ option: 'excludes', message })
    }
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
  return Buffer.byteLength(path) > 4095 ? 'is longer than 4095 bytes' : undefined
}

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

function excludeFault(pattern: string, paths: string[]): string | undefined {
  if (/^[+-] /.test(pattern)) return 'is a rule, not a pattern: leave out the sign and the blank at its beginning'
  if (pattern === '!') return 'is a rule that clears all others, not a pattern'
  if (pattern === '') return 'is empty'
  if (pattern.includes('\0')) return 'holds a NUL character'
  if (Buffer.byteLength(pattern) > 4095) return 'is longer than 4095 bytes'
  const emptied = emptiedPath(pattern, paths)
  return emptied
    ? `also matches ${JSON.stringify(emptied.at)}, which would leave ${JSON.stringify(emptied.path)} empty: ` +
        'write the full path of what is to be left out'
    : undefined
}

/**
 * Patterns that do not begin with `/` meet every folder on the way to a requested path too, and rsync then drops the
 * path without a word. Those that do are not held against the folders on the way.
 */
function emptiedPath(pattern: string, paths: string[]): { path: string; at: string } | undefined {
  const matches = patternMatcher(pattern)
  for (const path of paths) {
    const met = pattern.startsWith('/') ? [path] : [...ancestors(path), path]
    const at = met.find((folder) => folder !== '/' && matches(folder))
    if (at !== undefined) return { path, at }
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

/**
 * Whether a pattern of rsync matches a folder's full path (rsync(1), PATTERN MATCHING RULES): without a slash, other
 * than a last one, it meets the last component; with one the end of the path, or all of it when it begins with `/`.
 */
function patternMatcher(pattern: string): (path: string) => boolean {
  const body = pattern.endsWith('/') ? pattern.slice(0, -1) : pattern
  const whole = body.endsWith('/***') ? `${globSource(body.slice(0, -4))}(/.*)?` : globSource(body)
  const expression = new RegExp(body.startsWith('/') ? `^${whole}$` : `(^|/)${whole}$`, 's')
  return (path) => expression.test(path)
}

function globSource(glob: string): string {
  return glob.replace(
    /\\(.)|\*\*|\*|\?|\[([!^]?)(\]?[^\]]*)\]|[.+^${}()|[\]\\/]/gs,
    (token, escaped: string | undefined, not: string | undefined, set: string | undefined) => {
      if (escaped !== undefined) return escaped.replace(/[.*+?^${}()|[\]\\/-]/, '\\$&')
      if (token === '**') return '.*'
      if (token === '*') return '[^/]*'
      if (token === '?') return '[^/]'
      if (set !== undefined) return classSource(set, not !== '')
      return `\\${token}`
    },
  )
}

/** A set that JavaScript cannot read, such as `[[:digit:]]`, is taken to match any one character. */
function classSource(set: string, negated: boolean): string {
  const source = `[${negated ? '^' : ''}${set.replace(/[\\\]^[]/g, '\\$&')}]`
  try {
    new RegExp(source, 's')
    return source
  } catch {
    return '[^/]'
  }
}
