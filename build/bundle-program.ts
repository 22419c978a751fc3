import fs from 'node:fs'
import path from 'node:path'
import { type BuildOptions, type PluginBuild, build } from 'esbuild'

const root = path.join(import.meta.dirname, '..')

/**
 * Bundles programs into CommonJS files `NAME.cjs`. The target folder is replaced. The bundles need only a Node of the
 * pinned version.
 * @param programs entry file of each program by name
 * @returns names of the bundled packages
 */
export async function bundleProgram(target: string, programs: Record<string, string>): Promise<string[]> {
  const entries = Object.entries(programs).map(([name, file]) => [name, path.join(root, file)])
  fs.rmSync(target, { recursive: true, force: true })
  const { metafile } = await build({
    ...bundling,
    metafile: true,
    entryPoints: Object.fromEntries(entries),
    outdir: target,
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    minifyWhitespace: true, // names are kept for stack traces; the start is a quarter faster
    minifySyntax: true,
    define: { 'import.meta.url': 'bundleUrl', 'import.meta.dirname': '__dirname' },
    banner: {
      js: "#!/usr/bin/env node\nconst bundleUrl=require('node:url').pathToFileURL(__filename).href;",
    },
  })
  const names = Object.keys(metafile.inputs).map((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1])
  return [...new Set(names.filter((name) => name !== undefined))]
}

/** Options of every bundle for Node. */
export const bundling: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  absWorkingDir: root, // makes paths in comments independent of the folder
  plugins: [
    { name: 'no-native', setup: refuseNative },
    { name: 'no-url-parse', setup: readQueries },
  ],
  legalComments: 'none',
  logLevel: 'warning',
}

/**
 * Replaces the optional native accelerators of ssh2 by modules that throw, as if they were not installed: a bundle
 * cannot contain them, and node:crypto is fast enough. As external modules they could be loaded from the current
 * folder.
 */
function refuseNative(bundler: PluginBuild) {
  bundler.onResolve({ filter: /^cpu-features$|\.node$/ }, ({ path: name, resolveDir }) => {
    const isScript = fs.existsSync(path.resolve(resolveDir, `${name}.js`)) // such as './isomorphic.node'
    return isScript ? undefined : { path: name, namespace: 'native' }
  })
  bundler.onLoad({ filter: /.*/, namespace: 'native' }, ({ path: name }) => ({
    contents: `throw new Error(${JSON.stringify(`${name} is not part of this bundle`)})`,
  }))
}

/**
 * Replaces the query parser of express-openapi-validator 5.6.2 (the newest). It uses `url.parse`, for which Node prints
 * the warning DEP0169 when the code is outside node_modules.
 */
function readQueries(bundler: PluginBuild) {
  const file = /express-openapi-validator\/dist\/middlewares\/parsers\/req\.parameter\.mutator\.js$/
  bundler.onLoad({ filter: file }, ({ path: name }) => {
    const [before, after, ...more] = fs.readFileSync(name, 'utf8').split('url.parse(req.originalUrl).query')
    if (after === undefined || more.length > 0) throw new Error(`${name} reads the query in another way now`)
    return {
      contents: `${before}(URL.parse(req.originalUrl, 'http://of-this-service')?.search.slice(1) || null)${after}`,
    }
  })
}
