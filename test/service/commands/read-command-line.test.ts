import { expect } from 'chai'
import { readCommandLine } from '../../../service/commands/read-command-line.ts'
import { StartupError } from '../../../service/store/startup-error.ts'
import { message } from '../../../shared/messages/message.ts'
import { startupOf } from '../../support/startup-code.ts'
import { readTombstoneDecisions } from '../../../service/commands/read-tombstone-decisions.ts'

describe('the command line of the service', () => {
  const read = (line: string) => readCommandLine(line.split(' ').filter((word) => word !== ''))
  const refusalOf = (line: string) => {
    try {
      read(line)
    } catch (error) {
      return startupOf(error)
    }
    throw new Error(`'${line}' was not rejected`)
  }

  it('consists of a command, its argument and options in any order', () => {
    expect(read('')).to.deep.equal({ command: 'start', argument: undefined, options: {} })
    expect(read('bootstrap all.json --tokens t')).to.deep.equal({
      command: 'bootstrap',
      argument: 'all.json',
      options: { tokens: 't' },
    })
    expect(read('create-admin --replace a@example.net')).to.deep.equal({
      command: 'create-admin',
      argument: 'a@example.net',
      options: { replace: true },
    })
    expect(read('restore -').argument).to.equal('-')
    expect(read('restore --from-store').options).to.deep.equal({ 'from-store': true })
    expect(read('verify --help').command).to.equal('help')
  })

  it('names destroyed and retained customers, each once', () => {
    const decisions = (line: string) => readTombstoneDecisions(read(line).options)

    const decided = decisions('restore --from-store --destroyed acme --not-destroyed=beta,gamma')

    expect(decided).to.deep.equal({ destroyed: ['acme'], notDestroyed: ['beta', 'gamma'] })
    expect(decisions('rebuild-index')).to.deep.equal({ destroyed: [], notDestroyed: [] })
    expect(() => decisions('rebuild-index --destroyed acme --not-destroyed acme')).to.throw(StartupError, 'acme')
  })

  it('is rejected if a part of it would be ignored', () => {
    expect(refusalOf('bootstrap all.json --token t')).to.deep.equal(message('option_unknown', { option: '--token' }))
    expect(refusalOf('bootstrap all.json --tokens')).to.deep.equal(
      message('option_value_missing', { option: '--tokens' }),
    )
    expect(refusalOf('bootstrap all.json --tokens --replace').code).to.equal('option_value_missing')
    expect(refusalOf('create-admin a@example.net --replace=yes').code).to.equal('option_value_unexpected')
    expect(refusalOf('create-admin a@example.net --dry-run').params).to.deep.equal({ option: '--dry-run' })
    expect(refusalOf('create-admin a b')).to.deep.equal(message('argument_unexpected', { argument: 'b' }))
    expect(refusalOf('verify now').params).to.deep.equal({ argument: 'now' })
    expect(refusalOf('toString')).to.deep.equal(message('command_unknown', { command: 'toString' }))
  })
})
