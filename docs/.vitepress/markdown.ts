import path from 'node:path'
import type { MarkdownRenderer } from 'vitepress'

/** Returns the anchor of a heading as GitHub names it: lower case, without punctuation, hyphens for blanks. */
export function headingAnchor(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')
}

/** Adapts pages that are also read on GitHub and as plain files, so that they stay as they are. */
export function adaptMarkdown(markdown: MarkdownRenderer): void {
  unlinkFilesOutside(markdown)
  const { text } = markdown.renderer.rules
  markdown.renderer.rules.text = (...parameters) => (text?.(...parameters) ?? '').replaceAll('{{', '&#123;&#123;') // Vue would evaluate it
}

/** Links to source files and folders keep their text only: the site has the pages and downloads of docs/ and nothing else. */
function unlinkFilesOutside(markdown: MarkdownRenderer) {
  markdown.core.ruler.push('unlink_files_outside', ({ tokens, env }) => {
    const page = (env as { relativePath?: string }).relativePath
    if (page === undefined) return // only a title is rendered
    for (const { children } of tokens) {
      if (!children) continue
      let isOutside = false
      const kept = children.filter((token) => {
        if (token.type === 'link_open') isOutside = leadsOutside(token.attrGet('href') ?? '', path.posix.dirname(page))
        return !isOutside || !['link_open', 'link_close'].includes(token.type)
      })
      children.splice(0, children.length, ...kept)
    }
  })
}

function leadsOutside(href: string, folder: string): boolean {
  if (href.startsWith('#') || /^[a-z]+:/.test(href)) return false
  const file = path.posix.join(folder, href.replace(/#.*/, ''))
  return file.startsWith('../') || !/\.(md|txt|yml|json)$/.test(file)
}
