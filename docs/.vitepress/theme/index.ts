import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import PageIndex from './PageIndex.vue'
import './style.css'

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('PageIndex', PageIndex)
  },
} satisfies Theme
