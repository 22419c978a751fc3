import { expect } from 'chai'
import { readBaselinePage } from '../../../../service/domain/jobs/walk-baseline.ts'
import { createTreeWriter } from '../../../../shared/repository/tree-writer.ts'
import { createMemoryRepository } from '../../../support/memory-repository.ts'

const plain = { mode: 0o644, uid: 0, gid: 0, mtime: { seconds: 1, nanoseconds: 2 } }

describe('the baseline of a tree', () => {
  it('returns pages that contain every complete file once, in walk order', async () => {
    const repository = createMemoryRepository()
    const tree = createTreeWriter(repository)
    const names = ['a', 'b/a', 'b/b/x', 'b/b/y', 'b/c', 'b-', 'b\xff', 'c/d/e/f', 'z'].sort()
    for (const name of names) {
      const content = { size: 1, chunks: [await repository.put(Buffer.from('x'))] }
      await tree.add(Buffer.from(name, 'latin1'), { ...plain, type: 'file', size: 1, content })
    }
    const { root } = await tree.end()

    const paged: string[] = []
    for (let after: string | null = ''; after !== null;) {
      const page: Awaited<ReturnType<typeof readBaselinePage>> = await readBaselinePage(repository, root, after, 1)
      paged.push(...page.files.map(({ path }) => path))
      after = page.next
    }
    const whole = await readBaselinePage(repository, root, '')

    expect(paged).to.have.members(names)
    expect(paged).to.have.lengthOf(names.length)
    expect(whole.files.map(({ path }) => path)).to.deep.equal(paged)
    expect(whole.next).to.equal(null)
  })

  it('excludes other entries, and files that were not read completely', async () => {
    const repository = createMemoryRepository()
    const tree = createTreeWriter(repository)
    const content = { size: 1, chunks: [await repository.put(Buffer.from('x'))] }
    await tree.add(Buffer.from('changed'), { ...plain, type: 'file', size: 1, content, problem: 'changed' })
    await tree.add(Buffer.from('link'), { ...plain, type: 'symlink', size: 1, target: Buffer.from('x') })
    await tree.add(Buffer.from('unread'), { ...plain, type: 'file', size: 1, problem: 'unreadable' })
    await tree.add(Buffer.from('whole'), { ...plain, type: 'file', size: 1, content })
    const { root } = await tree.end()

    const { files } = await readBaselinePage(repository, root, '')

    expect(files).to.deep.equal([{ path: 'whole', size: 1, seconds: 1, nanoseconds: 2, content }])
  })
})
