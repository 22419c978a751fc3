import path from 'node:path'
import vue from '@vitejs/plugin-vue'
import { NaiveUiResolver } from 'unplugin-vue-components/resolvers'
import components from 'unplugin-vue-components/vite'
import { defineConfig } from 'vite'

/** The service that `npm run dev:console` asks; another one by the environment. */
const service = process.env['COFFER_URL'] ?? 'http://127.0.0.1:8080'

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
          groups: [
            { name: 'editor', test: /node_modules[\\/](@codemirror|@lezer|style-mod|w3c-keyname|crelt)[\\/]/ },
            { name: 'charts', test: /node_modules[\\/]uplot[\\/]/ },
            { name: 'vue', test: /node_modules[\\/](@vue|vue|vue-router|pinia|vue-i18n|@intlify|@vueuse)[\\/]/ },
          ],
        },
      },
    },
  },
})
