import fs from 'node:fs'
import path from 'node:path'
import { type BuildOptions, type PluginBuild, build } from 'esbuild'

const root = path.join(import.meta.dirname, '..')

/**
 * Bundles programs into CommonJS files `NAME.cjs` of a folder, which is made anew: they need a Node of the pinned version
 * and nothing else.
 * @param programs by name, the file that each begins with
 * @returns the names of the packages that are in them
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
    minifyWhitespace: true, // names stay as they are, for stacks; what is left starts a quarter faster
    minifySyntax: true,
    define: { 'import.meta.url': 'bundleUrl', 'import.meta.dirname': '__dirname' },
    banner: {
      js: "#!/usr/bin/env node\nconst bundleUrl=require('node:url').pathToFileURL(__filename).href;",
    },
  })
  const names = Object.keys(metafile.inputs).map((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1])
  return [...new Set(names.filter((name) => name !== undefined))]
}

/** What every bundle for Node has in common. */
export const bundling: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  absWorkingDir: root, // paths in comments are the same wherever it is bundled from
  plugins: [
    { name: 'no-native', setup: refuseNative },
    { name: 'no-url-parse', setup: readQueries },
  ],
  legalComments: 'none',
  logLevel: 'warning',
}

/**
 * The optional accelerators of ssh2 are native, which a bundle cannot carry; node:crypto is fast enough. They become modules
 * that throw, as if they were not installed: left outside, whatever lies in the folder of the start would be loaded.
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
 * express-openapi-validator 5.6.2 (the newest) has the query of each request from `url.parse`, of which Node warns (DEP0169)
 * once that code stands outside node_modules.
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
