import fs from 'node:fs'
import { expect } from 'chai'
import { type Block, type GuideEntry, blocksIn, readBlocks, readGuides, runnable } from '../support/guide.ts'

const pages = fs.globSync(['README.md', 'docs/**/*.md']).sort()

describe('the code blocks of the documentation', () => {
  const guides = readGuides()

  it('are run by a test, or guides.yaml gives the reason why not', () => {
    const uncovered = pages.flatMap((page) => findUncovered(runnable(readBlocks(page)), guides[page]))

    expect(uncovered, 'run it in the test of the page, or add it to test/docs/guides.yaml').to.deep.equal([])
  })

  it('are fenced and have a language', () => {
    const bare = pages.flatMap((page) => {
      const text = fs.readFileSync(page, 'utf8')
      const nameless = blocksIn(page, text).filter(({ language }) => language === '')
      const indented = [...text.replace(/^( *)```[\s\S]*?^\1```$/gm, '').matchAll(/\n\n {4,}(\S.*)/g)]
      return [...nameless.map(({ text: code }) => code), ...indented.map(([, line]) => line)].map(
        (code) => `${page}: ${code}`,
      )
    })

    expect(bare).to.deep.equal([])
  })

  it('have declarations that match exactly one block and give a reason', () => {
    const wrong = Object.entries(guides).flatMap(([page, entry]) => {
      if (!pages.includes(page)) return [`${page} does not exist`]
      const blocks = runnable(readBlocks(page))
      return Object.entries({ ...entry.run_by, ...entry.not_run }).flatMap(([text, reason]) => {
        const matches = blocks.filter((block) => block.text.includes(text)).length
        if (matches !== 1) return [`${page}: ${matches} blocks have '${text}'`]
        return reason ? [] : [`${page}: '${text}' has no reason`]
      })
    })

    expect(wrong).to.deep.equal([])
  })

  it('have tests that open the page, take the block and replace only declared texts', () => {
    const wrong = Object.entries(guides).flatMap(([page, entry]) => findUntested(page, entry))

    expect(wrong).to.deep.equal([])
  })

  it('have reasons that name existing tests', () => {
    const reasons = Object.entries(guides).flatMap(([page, { not_run: notRun = {} }]) =>
      Object.values(notRun).map((reason) => ({ page, reason })),
    )
    const named = reasons.flatMap(({ page, reason }) =>
      [...reason.matchAll(/(?<= |^)(?:agent|build|chaos|demo|docs|drill|service|soak)\/[\w/-]+/g)].map(([test]) => ({
        page,
        test,
      })),
    )

    expect(named.length).to.be.above(10)
    expect(named.filter(({ test }) => !fs.existsSync(`test/${test}.test.ts`))).to.deep.equal([])
  })

  it('are reported when no test runs them', () => {
    const [first, second] = blocksIn('docs/new.md', '```sh\nls\n```\n\n- one\n\n  ```json\n  {}\n  ```\n') as [
      Block,
      Block,
    ]

    expect([first.text, second.language]).to.deep.equal(['ls\n', 'json'])
    expect(findUncovered([first, second], { not_run: { ls: 'a reason' } })).to.deep.equal(['docs/new.md:8: {}'])
    expect(findUncovered([first], undefined)).to.deep.equal(['docs/new.md:2: ls'])
  })
})

/** Blocks of a page without a test of its own that no declaration covers. */
function findUncovered(blocks: Block[], entry: GuideEntry = {}): string[] {
  if (entry.test) return []
  const declared = Object.keys({ ...entry.run_by, ...entry.not_run })
  return blocks
    .filter(({ text }) => !declared.some((one) => text.includes(one)))
    .map(({ page, line, text }) => `${page}:${line}: ${text.trim().split('\n')[0]}`)
}

/** Declarations of a page that no test keeps. The test of a page checks at its end that every block was taken. */
function findUntested(page: string, entry: GuideEntry): string[] {
  const users = fs.globSync('test/**/*.test.ts').map((file) => ({ file, source: fs.readFileSync(file, 'utf8') }))
  const openers = users.filter(({ source }) => source.includes(`openGuide('${page}')`))
  const isIn = (name: string, ...texts: string[]) =>
    openers.some(({ file, source }) => file === `test/${name}.test.ts` && texts.every((text) => source.includes(text)))
  const replaced = Object.keys(entry.replaced ?? {}).map((text) => text.replace('\n', '\\n'))
  return [
    ...(entry.test && !isIn(entry.test, 'guide.untaken()') ? [`${entry.test} does not run all of ${page}`] : []),
    ...Object.entries(entry.run_by ?? {}).flatMap(([text, test]) =>
      isIn(test, `'${text}'`) ? [] : [`${test} does not take '${text}' of ${page}`],
    ),
    ...replaced
      .filter((text) => !openers.some(({ source }) => source.includes(text)))
      .map((text) => `no test replaces '${text}' of ${page}`),
  ]
}
