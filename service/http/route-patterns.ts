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
const patterns = new Map<string, ReturnType<typeof paths.pathToRegexp>>()

const keptPattern: typeof paths.pathToRegexp = (path, options = {}) => {
  if (typeof path !== 'string') return compile(path, options)
  const { sensitive, end, trailing, delimiter } = options
  const key = `${sensitive} ${end} ${trailing} ${delimiter} ${path}` // everything that a pattern depends on
  const pattern = patterns.get(key) ?? compile(path, options)
  patterns.set(key, pattern)
  return pattern
}
