import { expect } from 'chai'
import { outlineText } from '../../../shared/platforms/outline-text.ts'

const titles = (blocks: ReturnType<typeof outlineText>) =>
  blocks.map(({ title, line, lines, depth }) => [title, line, lines, depth])

describe('the outline of a text', () => {
  it('finds blocks by their indentation', () => {
    const text = 'hostname a\nrouter bgp 1\n vrf x\n  rd 1:1\n!\ninterface Gi1\n\n mtu 9000\nend\n'

    expect(titles(outlineText('indent', text))).to.deep.equal([
      ['router bgp 1', 2, 3, 0],
      ['vrf x', 3, 2, 1],
      ['interface Gi1', 6, 3, 0],
    ])
  })

  it('finds blocks in braces', () => {
    expect(titles(outlineText('braces', 'system {\n    login {\n        user a;\n    }\n}\n'))).to.deep.equal([
      ['system', 1, 5, 0],
      ['login', 2, 3, 1],
    ])
  })

  it('finds sections by their first lines', () => {
    expect(titles(outlineText({ section: /^\// }, '# x\n/interface\nadd a\nadd b\n/ip\nset c\n'))).to.deep.equal([
      ['/interface', 2, 3, 0],
      ['/ip', 5, 2, 0],
    ])
  })
})
