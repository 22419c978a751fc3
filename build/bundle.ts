/**
 * `npm run build`: bundles the agent into dist/agent/ as two CommonJS files, the program and the thread that collects, and
 * starts the program once. They need a Node of the pinned version and nothing else.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { type PluginBuild, build } from 'esbuild'

const root = path.join(import.meta.dirname, '..')
const target = path.join(root, 'dist/agent')

fs.rmSync(target, { recursive: true, force: true })
await build({
  entryPoints: {
    'coffer-agent': path.join(root, 'agent/main.ts'),
    'collector-worker': path.join(root, 'agent/collector-worker.ts'),
  },
  outdir: target,
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node24',
  plugins: [{ name: 'no-native', setup: refuseNative }],
  define: { 'import.meta.url': 'bundleUrl', 'import.meta.dirname': '__dirname' },
  banner: { js: "const bundleUrl=require('node:url').pathToFileURL(__filename).href;" },
  legalComments: 'none',
  logLevel: 'warning',
})
const version = execFileSync(process.execPath, [path.join(target, 'coffer-agent.cjs'), '--version'], {
  encoding: 'utf8',
})
for (const file of fs.readdirSync(target)) {
  console.log(`dist/agent/${file} ${Math.round(fs.statSync(path.join(target, file)).size / 1024)} KiB`)
}
console.log(`coffer-agent ${version.trim()}`)

/**
 * The optional accelerators of ssh2 are native, which a bundle cannot carry; node:crypto is fast enough. They become modules
 * that throw, as if they were not installed: left outside, whatever lies in the folder of the start would be loaded.
 */
function refuseNative(bundler: PluginBuild) {
  bundler.onResolve({ filter: /^cpu-features$|\.node$/ }, ({ path: name }) => ({ path: name, namespace: 'native' }))
  bundler.onLoad({ filter: /.*/, namespace: 'native' }, ({ path: name }) => ({
    contents: `throw new Error(${JSON.stringify(`${name} is not part of this bundle`)})`,
  }))
}
