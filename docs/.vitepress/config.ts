import path from 'node:path'
import { defineConfig } from 'vitepress'
import { adaptMarkdown, headingAnchor } from './markdown.ts'
import { readPageGroups } from './page-groups.ts'

const folder = path.join(import.meta.dirname, '..')

export default defineConfig({
  title: 'Coffer',
  description: 'Documentation of Coffer, backup of network device and server configurations',
  lang: 'en-GB',
  base: '/docs/',
  cleanUrls: true,
  metaChunk: true,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: '/docs/coffer.svg' }],
    ['meta', { name: 'referrer', content: 'no-referrer' }],
  ],
  markdown: {
    anchor: { slugify: headingAnchor },
    config: adaptMarkdown,
  },
  themeConfig: {
    logo: '/coffer.svg',
    sidebar: readPageGroups(folder),
    outline: [2, 3],
    search: { provider: 'local' },
  },
  vite: {
    build: { target: 'es2022', assetsInlineLimit: 0, chunkSizeWarningLimit: 2_000, reportCompressedSize: false },
  },
})
