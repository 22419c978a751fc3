import { expect } from 'chai'
import { readCommandLine } from '../../../service/commands/read-command-line.ts'

describe('the command line of the service', () => {
  const read = (line: string) => readCommandLine(line.split(' ').filter((word) => word !== ''))
  const wordsOf = (line: string) => {
    try {
      return read(line)
    } catch (error) {
      return (error as Error).message
    }
  }

  it('is a command, what it is about, and its options in any order', () => {
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

  it('is refused where something in it would be passed over', () => {
    expect(wordsOf('bootstrap all.json --token t')).to.match(/^bootstrap: Unknown option '--token'.*; try 'help'$/)
    expect(wordsOf('bootstrap all.json --tokens')).to.match(/^bootstrap: Option '--tokens <value>' argument missing/)
    expect(wordsOf('create-admin a@example.net --dry-run')).to.match(/^create-admin: Unknown option '--dry-run'/)
    expect(wordsOf('create-admin a b')).to.equal("create-admin does not take 'b'; try 'help'")
    expect(wordsOf('verify now')).to.equal("verify does not take 'now'; try 'help'")
    expect(wordsOf('toString')).to.equal("there is no command 'toString'; try 'help'")
  })
})
