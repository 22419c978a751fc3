import paths from 'path-to-regexp'

/**
 * Caches the compiled pattern of each path in express-openapi-validator. Version 5.6.2 (the newest) finds the operation
 * of every request by compiling the paths of the contract in order until one matches. It calls this function through
 * the exports of its module, so one replacement applies to all validators of the process.
 * `test/service/http/route-patterns.test.ts` fails if a new version works differently.
 */
export function keepRoutePatterns(): void {
  if (paths.pathToRegexp === keptPattern) return
  compile = paths.pathToRegexp
  Object.assign(paths, { pathToRegexp: keptPattern })
}

let compile: typeof paths.pathToRegexp
/** By path. A key that also names the options would be built and hashed for each path of the contract, at each request. */
const patterns = new Map<string, KeptPattern[]>()

interface KeptPattern {
  options: Parameters<typeof paths.pathToRegexp>[1] & object
  pattern: ReturnType<typeof paths.pathToRegexp>
}

const keptPattern: typeof paths.pathToRegexp = (path, options = {}) => {
  if (typeof path !== 'string') return compile(path, options)
  const ofPath = patterns.get(path) ?? []
  const kept = ofPath.find((one) => isSame(one.options, options))
  if (kept) return kept.pattern
  const pattern = compile(path, options)
  patterns.set(path, [...ofPath, { options, pattern }])
  return pattern
}

/** Compares everything that a pattern depends on. */
function isSame(one: KeptPattern['options'], other: KeptPattern['options']): boolean {
  return (
    one.sensitive === other.sensitive &&
    one.end === other.end &&
    one.trailing === other.trailing &&
    one.delimiter === other.delimiter
  )
}
