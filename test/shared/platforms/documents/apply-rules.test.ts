import { expect } from 'chai'
import { applyRules } from '../../../../shared/platforms/documents/apply-rules.ts'

const source = `# of the laboratory
coffer: 1
ssh:
  prompt: { host: 'a', privileged: '#' } # first
secrets: ['^key (\\S+)']
`

describe('rules that are applied to a document', () => {
  const apply = (path: string, value: unknown, to = source) => applyRules(to, [{ path, value: JSON.stringify(value) }])

  it('replace a value, and keep comments and all other keys', () => {
    const changed = apply('ssh.prompt', { host: '[\\w.-]+', privileged: '>' })

    expect(changed).to.include("prompt: { host: '[\\w.-]+', privileged: '>' }")
    expect(changed).to.include('# of the laboratory').and.include("secrets: [ '^key (\\S+)' ]")
  })

  it('add a section that the document does not have', () => {
    expect(apply('ssh.pager', { mark: '^--More--' })).to.include("pager: { mark: '^--More--' }")
    expect(apply('compare.volatile', ['^at (.*)$'])).to.include("compare:\n  volatile: [ '^at (.*)$' ]")
  })

  it('add items to a list once', () => {
    const twice = apply('secrets', ['^key (\\S+)', '^pin (\\S+)'], apply('secrets', ['^pin (\\S+)']) ?? '')

    expect(twice).to.include("secrets: [ '^key (\\S+)', '^pin (\\S+)' ]")
  })

  it('write control characters as escapes', () => {
    expect(apply('ssh.login', [{ seen: '^Press$', key: '\r' }])).to.include('key: "\\r"')
  })

  it('are refused for a source that is not YAML, and for a text in place of a section', () => {
    expect(applyRules('ssh: [', [{ path: 'ssh.logout', value: '"exit"' }])).to.equal(null)
    expect(apply('coffer.x.y', 1)).to.equal(null)
  })
})
