import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'

const pages = fs.globSync(['*.md', 'docs/**/*.md'])

describe('the links of the documentation', () => {
  const headings = new Map(pages.map((page) => [page, headingsOf(fs.readFileSync(page, 'utf8'))]))

  it('lead to an existing file and heading', () => {
    const astray = pages.flatMap((page) =>
      linksOf(page).filter((link) => {
        const [file = '', heading] = link.split('#')
        const target = file === '' ? page : path.normalize(path.join(path.dirname(page), file))
        if (!fs.existsSync(target)) return true
        return heading !== undefined && headings.get(target)?.has(heading) === false
      }),
    )

    expect(pages).to.include.members(['README.md', 'docs/operating.md', 'docs/troubleshooting.md'])
    expect(astray).to.deep.equal([])
  })
})

describe('the paths of sources in the documentation', () => {
  it('exist', () => {
    const named = pages.flatMap((page) =>
      [...fs.readFileSync(page, 'utf8').matchAll(sourcePath)].map(([, source = '']) => ({ page, source })),
    )

    expect(named.length).to.be.above(50)
    expect(named.filter(({ source }) => !fs.existsSync(source))).to.deep.equal([])
  })
})

/** A path in backticks below a folder of the project, without a placeholder. */
const sourcePath = /`((?:agent|build|desktop|service|shared|test)\/[\w./-]+)`/g

function linksOf(page: string): string[] {
  const links = fs.readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)
  return [...links].map(([, link = '']) => link).filter((link) => !/^[a-z]+:/.test(link))
}

/** As GitHub names them: lower case, without punctuation, blanks as hyphens. */
function headingsOf(text: string): Set<string> {
  const lines = text.replace(/```.*?```/gs, '').match(/^#+ .*$/gm) ?? []
  const names = lines.map((line) =>
    line
      .replace(/^#+ /, '')
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase(),
  )
  return new Set(names.map((name) => name.replace(/[^\p{L}\p{N}_\- ]/gu, '').replaceAll(' ', '-')))
}
