import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'

const root = path.join(import.meta.dirname, '../..')
const site = path.join(root, 'dist/docs')

describe('the built documentation', function () {
  let pages: Map<string, string>

  before(() => {
    execFileSync(process.execPath, ['build/docs.ts', '--if-stale'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const names = fs.globSync('**/*.html', { cwd: site })
    pages = new Map(
      names.map((name) => [name.replaceAll(path.sep, '/'), fs.readFileSync(path.join(site, name), 'utf8')]),
    )
  })

  it('has every page, with its heading', () => {
    const sources = fs.globSync(['*.md', 'decisions/*.md'], { cwd: path.join(root, 'docs') })
    const missing = sources.filter((source) => !pages.get(source.replace(/\.md$/, '.html'))?.includes('<h1'))

    expect(sources).to.include('quick-start.md')
    expect(missing).to.deep.equal([])
  })

  it('has no link to a page or heading that does not exist', () => {
    const ids = new Map([...pages].map(([name, html]) => [name, new Set(valuesOf(html, 'id'))]))
    const astray = [...pages].flatMap(([name, html]) =>
      valuesOf(html.replace(/<head>[^]*<\/head>/, ''), 'href').filter((href) => {
        const { origin, pathname, hash } = new URL(href, `http://site/docs/${name.replace(/\.html$/, '')}`)
        if (origin !== 'http://site') return false
        const target = pathname.slice('/docs/'.length)
        if (!pathname.startsWith('/docs/')) return true
        if (path.extname(target) !== '') return !fs.existsSync(path.join(site, target))
        const headings = ids.get(`${target || 'index'}.html`)
        return !headings || (hash !== '' && !headings.has(decodeURIComponent(hash.slice(1))))
      }),
    )

    expect([...new Set(astray)]).to.deep.equal([])
  })

  it('has no inline script and no event handler', () => {
    const inline = [...pages].filter(([, html]) => /<script(?![^>]*\ssrc=)|<[^>]+\son[a-z]+=/.test(html))

    expect(inline.map(([name]) => name)).to.deep.equal([])
  })

  it('loads nothing from another host', () => {
    const loading = /<(?:script|link|img|iframe|source|video|audio)\b[^>]*?(?:src|href)="((?:https?:)?\/\/[^"]*)"/g
    const inPages = [...pages.values()].flatMap((html) => [...html.matchAll(loading)].map(([, address]) => address))
    const styles = fs.globSync('**/*.css', { cwd: site }).map((name) => fs.readFileSync(path.join(site, name), 'utf8'))
    const inStyles = styles.flatMap((style) => style.match(/(?:url\(|@import)\s*["']?(?:https?:)?\/\/[^"')]*/g) ?? [])

    expect(styles).to.not.be.empty
    expect([...inPages, ...inStyles]).to.deep.equal([])
  })

  it('has no link to edit a page elsewhere', () => {
    expect([...pages].filter(([, html]) => /edit this page|github\.com\/[^"]*\/edit\//i.test(html))).to.deep.equal([])
  })

  it('has a compressed form of each text', () => {
    const large = [...pages].filter(([, html]) => html.length > 1024).map(([name]) => path.join(site, name))

    expect(large.filter((file) => !fs.existsSync(`${file}.br`) || !fs.existsSync(`${file}.gz`))).to.deep.equal([])
  })
})

function valuesOf(html: string, attribute: string): string[] {
  return [...html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) => value)
}
