import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { listTestFiles, orderTestFiles } from '../../build/test-order.ts'

const root = path.join(import.meta.dirname, '../..')

describe('the order of the test files', () => {
  it('begins with the listed long files, and contains each file once', () => {
    const all = ['test/b.test.ts', 'test/c.test.ts', 'test/a.test.ts', 'test/d.test.ts']

    expect(orderTestFiles(all, '# longest first\n\ntest/d.test.ts\ntest/b.test.ts\n')).to.deep.equal([
      'test/d.test.ts',
      'test/b.test.ts',
      'test/a.test.ts',
      'test/c.test.ts',
    ])
  })

  it('is rejected when a listed file does not exist', () => {
    expect(() => orderTestFiles(['test/a.test.ts'], 'test/gone.test.ts')).to.throw('test/gone.test.ts')
  })

  it('contains every test file of the repository', () => {
    const all = listTestFiles(root)
    const ordered = orderTestFiles(all, fs.readFileSync(path.join(root, 'test/long-files.txt'), 'utf8'))

    expect(new Set(ordered)).to.deep.equal(new Set(all))
    expect(ordered).to.have.length(all.length)
    expect(all).to.include('test/build/test-order.test.ts')
  })
})
