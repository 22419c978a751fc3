import { expect } from 'chai'
import { below, crumbsOf, folderOf, joinPath, nameOf } from '../../../../../desktop/console/features/snapshots/paths.ts'

describe('paths in a snapshot', () => {
  it('have breadcrumbs from the root, and are joined with names', () => {
    expect(crumbsOf('/etc/network')).to.deep.equal([
      { name: '/', path: '/' },
      { name: 'etc', path: '/etc' },
      { name: 'network', path: '/etc/network' },
    ])
    expect(crumbsOf('/')).to.have.length(1)
    expect([joinPath('/', 'a%25b'), joinPath('/etc', 'x')]).to.deep.equal(['/a%25b', '/etc/x'])
  })

  it('are split into folder and name, and shortened relative to a folder', () => {
    expect([folderOf('/etc/x'), folderOf('/x'), nameOf('/etc/x')]).to.deep.equal(['/etc', '/', 'x'])
    expect([below('/', '/etc/x'), below('/etc', '/etc/x'), below('/etc', '/etcetera')]).to.deep.equal([
      'etc/x',
      'x',
      '/etcetera',
    ])
  })
})
