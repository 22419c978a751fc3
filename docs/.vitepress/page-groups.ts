import fs from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'

/** A page as the sidebar and the start page list it. */
export interface PageEntry {
  text: string
  link: string
  description?: string
}

/** A group of the sidebar. */
export interface PageGroup {
  text: string
  collapsed: boolean
  items: (PageEntry | PageGroup)[]
}

/**
 * Returns the groups of pages.yaml, in its order; the decisions follow in a group of their own inside the last one.
 * @param folder docs/
 * @throws when a listed page does not exist or has no heading
 */
export function readPageGroups(folder: string): PageGroup[] {
  const listed = parse(fs.readFileSync(path.join(folder, 'pages.yaml'), 'utf8')) as Record<
    string,
    Record<string, string>
  >
  const groups = Object.entries(listed).map(([text, pages]): PageGroup => ({
    text,
    collapsed: false,
    items: Object.entries(pages).map(([page, description]) => ({ ...readEntry(folder, page), description })),
  }))
  groups.at(-1)?.items.push({ text: 'Decisions', collapsed: true, items: readDecisions(folder) })
  return groups
}

function readDecisions(folder: string): PageEntry[] {
  const files = fs.readdirSync(path.join(folder, 'decisions')).filter((file) => file.endsWith('.md'))
  const entries = files.map((file) => readEntry(folder, `decisions/${path.basename(file, '.md')}`))
  return entries.sort((one, other) => one.text.localeCompare(other.text, 'en'))
}

function readEntry(folder: string, page: string): PageEntry {
  const heading = /^# (.+)$/m.exec(fs.readFileSync(path.join(folder, `${page}.md`), 'utf8'))?.[1]
  if (!heading) throw new Error(`docs/${page}.md has no first-level heading`)
  return { text: heading.replaceAll('`', ''), link: `/${page}` }
}
