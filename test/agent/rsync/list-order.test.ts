import { expect } from 'chai'
import { createEntryTable } from '../../../agent/rsync/entry-table.ts'
import { orderOf } from '../../../agent/rsync/list-order.ts'
import { seeded } from '../../support/random.ts'

describe('the order of an rsync file list', () => {
  it('is that of rsync: files before folders, contents after their folder, unsigned bytes', () => {
    const sorted = [
      '/.',
      '/Z',
      '/b',
      '/~',
      '/\xe9',
      '/a-b/',
      '/a-b/x',
      '/a.b/',
      '/a/',
      '/a/c',
      '/a/b/',
      '/a/b/z',
      '/a0/',
    ]

    const found = order(shuffled(sorted))

    expect(found).to.deep.equal(sorted)
  })

  it('keeps entries of one name together, each with its position', () => {
    const found = order(['/a/', '/b', '/a/', '/a/x'])

    expect(found).to.deep.equal(['/b', '/a/', '/a/', '/a/x'])
  })
})

/** A trailing slash, or a dot, means a folder. */
function order(names: string[]): string[] {
  const table = createEntryTable({ entries: 1000, nameBytes: 2 ** 20 })
  for (const name of names) {
    const isFolder = name.endsWith('/') || name === '/.'
    table.add({
      name: Buffer.from(isFolder ? name.replace(/\/$/, '') : name, 'latin1'),
      type: isFolder ? 'directory' : 'file',
      mode: isFolder ? 0o040755 : 0o100644,
      uid: 0,
      gid: 0,
      size: 0,
      seconds: 0,
      nanoseconds: 0,
    })
  }
  return Array.from(orderOf(table), (index) => {
    const name = table.name(index).toString('latin1')
    return table.isDirectory(index) && name !== '/.' ? `${name}/` : name
  })
}

function shuffled(names: string[]): string[] {
  const random = seeded(11)
  return names
    .map((name) => ({ name, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => name)
}
