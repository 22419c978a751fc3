import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { type PageEntry, type PageGroup, readPageGroups } from '../../docs/.vitepress/page-groups.ts'

const groups = readPageGroups('docs')

describe('the pages of the documentation', () => {
  it('are in the five groups', () => {
    expect(groups.map(({ text }) => text)).to.deep.equal(['Get started', 'Use', 'Operate', 'Integrate', 'Develop'])
  })

  it('are each in exactly one group of docs/pages.yaml', () => {
    const files = fs.globSync(['docs/*.md', 'docs/decisions/*.md']).filter((file) => file !== 'docs/index.md')
    const pages = files.map((file) => `/${path.relative('docs', file).replaceAll(path.sep, '/').replace(/\.md$/, '')}`)

    expect(groups.flatMap(entriesIn).map(({ link }) => link)).to.have.members(pages)
  })

  it('have a description in the index', () => {
    const listed = groups.flatMap(({ items }) => items).filter((item): item is PageEntry => 'link' in item)

    expect(listed.filter(({ description = '' }) => description.length < 10)).to.deep.equal([])
  })

  it('are in the same groups in the README', () => {
    const index = fs.readFileSync('README.md', 'utf8').split('\n## Documentation\n')[1] ?? ''
    const [, ...sections] = index.split(/^\*\*(?=.+\*\*$)/m)
    const listed = new Map(sections.map((section) => [section.split('**')[0], linksIn(section)]))
    const astray = groups.flatMap(({ text, items }) => {
      const known = items.map((item) => ('link' in item ? item.link : ''))
      return listed.get(text)?.filter((link) => !known.includes(link)) ?? [`no group ${text}`]
    })

    expect([...listed.keys()]).to.deep.equal(groups.map(({ text }) => text))
    expect(astray).to.deep.equal([])
  })
})

function entriesIn(group: PageGroup): PageEntry[] {
  return group.items.flatMap((item) => ('link' in item ? item : entriesIn(item)))
}

function linksIn(text: string): string[] {
  return [...text.matchAll(/\]\(docs(\/[\w-]+)\.md\)/g)].map(([, link = '']) => link)
}
