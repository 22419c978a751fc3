import path from 'node:path'
import vue from '@vitejs/plugin-vue'
import { NaiveUiResolver } from 'unplugin-vue-components/resolvers'
import components from 'unplugin-vue-components/vite'
import { defineConfig } from 'vite'

/** What the bundler knows of its modules. */
interface ModuleGraph {
  getModuleInfo(id: string): { importers: string[] } | null
}

/** The service that `npm run dev:console` asks; another one by the environment. */
const service = process.env['COFFER_URL'] ?? 'http://127.0.0.1:8080'

/** Whether the first page needs the module of the console, because `main.ts` imports it, directly or through others. */
function isNeededFirst(id: string, modules: ModuleGraph, seen = new Set<string>()): boolean {
  if (id.includes('node_modules') || seen.has(id)) return false
  seen.add(id)
  if (id.endsWith('desktop/console/main.ts')) return true
  return modules.getModuleInfo(id)?.importers.some((importer) => isNeededFirst(importer, modules, seen)) ?? false
}

/** What forms and schedules need: the pages that users open first show neither. */
const ofForms =
  /[\\/](ui[\\/](schema-form|schedule|CronField|ScheduleText)|croner|shared[\\/](cron|contract[\\/]form-schemas))/

export default defineConfig({
  root: path.join(import.meta.dirname, 'desktop/console'),
  base: './',
  /** Templates use the components of `ui/` and naive-ui without an import; their types are in global-components.d.ts. */
  plugins: [vue(), components({ dirs: ['ui'], dts: false, resolvers: [NaiveUiResolver()] })],
  server: { proxy: { '/api': service, '/health': service, '/ready': service } },
  define: { __VUE_OPTIONS_API__: 'false', __VUE_PROD_DEVTOOLS__: 'false' },
  build: {
    outDir: path.join(import.meta.dirname, 'dist/console'),
    emptyOutDir: true,
    target: 'chrome140',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          /** Few files: over HTTP/1.1, a browser requests six at a time, and each costs the service a request. */
          groups: [
            { name: 'editor', test: /node_modules[\\/](@codemirror|@lezer|style-mod|w3c-keyname|crelt)[\\/]/ },
            { name: 'charts', test: /node_modules[\\/]uplot[\\/]/ },
            { name: 'vue', test: /node_modules[\\/](@vue|vue|vue-router|pinia|vue-i18n|@intlify|@vueuse)[\\/]/ },
            { name: (id, modules) => (isNeededFirst(id, modules) ? 'start' : null), debugName: 'start' },
            { name: 'pages', minShareCount: 12, test: (id) => !ofForms.test(id) },
            { name: 'forms', test: ofForms },
          ],
        },
      },
    },
  },
})
