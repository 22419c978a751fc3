import fs from 'node:fs'
import { expect } from 'chai'
import { commands } from '../../../desktop/cli/commands.ts'
import { deviceStates } from '../../../desktop/cli/commands/devices.ts'
import { runStatuses } from '../../../desktop/cli/commands/runs.ts'
import { roles } from '../../../desktop/cli/commands/tokens.ts'
import { deliveryStatuses, severities } from '../../../desktop/cli/commands/webhooks.ts'
import type { CommandError } from '../../../desktop/cli/exit-codes.ts'
import { helpOf } from '../../../desktop/cli/help.ts'
import { instantOf, sinceOf } from '../../../desktop/cli/instant.ts'
import { parseCommand } from '../../../desktop/cli/parse-command.ts'
import { printable } from '../../../desktop/cli/printable.ts'
import { tableOf } from '../../../desktop/cli/table.ts'

const contract = JSON.parse(fs.readFileSync('shared/contract/openapi.json', 'utf8'))

describe('the command line of coffer', () => {
  const typed = (...argv: string[]) => parseCommand(argv, commands)
  const refusalOf = (...argv: string[]) => {
    try {
      typed(...argv)
      return undefined
    } catch (error) {
      const { code, hint, exitCode, message } = error as CommandError
      expect(exitCode).to.equal(2)
      return `${code} / ${message} / ${hint}`
    }
  }

  it('accepts options anywhere, and words that begin with a hyphen after --', () => {
    const { command, words, values, common } = typed('search', '--regex', '-t', 'acme', '--', '-access-list 10')

    expect(command.name).to.equal('search')
    expect(words).to.deep.equal(['-access-list 10'])
    expect(values).to.deep.equal({ regex: true })
    expect(common).to.deep.equal({ tenant: 'acme' })
  })

  it('repeats only options that accept several values', () => {
    const { values } = typed('devices', '--state', 'failed', '--state=blocked', '--tag', 'a', '--tag', 'b')

    expect(values).to.deep.equal({ state: ['failed', 'blocked'], tag: ['a', 'b'] })
    expect(refusalOf('devices', '--state', 'failed', '--state', 'gone')).to.match(/^option_not_one_of .*gone.*changed/)
    expect(refusalOf('devices', '-t', 'acme', '--tenant', 'globex')).to.match(/^option_repeated .*--tenant/)
    expect(refusalOf('diff', 'x', '--from', '7d', '--from', '1d')).to.match(/^option_repeated .*--from/)
  })

  it('suggests similar commands for an unknown one', () => {
    expect(refusalOf('device')).to.include('Similar commands: coffer devices')
    expect(refusalOf('serach', 'x')).to.include('Similar commands: coffer search')
    expect(refusalOf('devices', 'edge1')).to.match(/^argument_unexpected .*edge1 \/ .*coffer devices show/)
    expect(refusalOf('show')).to.equal('argument_missing / missing argument: DEVICE / Run coffer show --help')
    expect(refusalOf('devices', '--state', 'dead')).to.match(/^option_not_one_of .*dead/)
    expect(refusalOf('devices', '--stat', 'failed')).to.match(/^option_unknown .*--stat/)
    expect(refusalOf('devices', '--json', '--ndjson')).to.match(/^options_exclusive .*--json, --ndjson/)
  })

  it('offers the states, statuses, roles and severities of the contract', () => {
    const { schemas } = contract.components

    expect([...deviceStates].sort()).to.deep.equal([...schemas.DeviceState.enum].sort())
    expect([...runStatuses].sort()).to.deep.equal([...schemas.RunStatus.enum].sort())
    expect([...roles]).to.deep.equal(schemas.Role.enum.filter((role: string) => !role.endsWith('_custom')))
    expect([...severities]).to.deep.equal(schemas.Severity.enum)
    expect([...deliveryStatuses]).to.deep.equal(schemas.DeliveryStatus.enum)
  })

  it('has usage and complete examples in the help of each command', () => {
    for (const one of commands) {
      expect(helpOf(one)).to.include(`usage: coffer ${one.name}`)
      for (const [line] of one.examples) expect(line, one.name).to.match(new RegExp(`coffer ${one.name}\\b`))
    }
  })

  it('has details in lines of at most 100 characters, with every word', () => {
    for (const one of commands.filter(({ details }) => details)) {
      const [, , shown = ''] = helpOf(one).split('\n\n')

      expect(shown.replace(/\s+/g, ' '), one.name).to.equal(one.details?.replace(/\s+/g, ' '))
      expect(shown.split('\n').filter((line) => line.length > 100)).to.deep.equal([])
    }
  })

  it('accepts times in several formats', () => {
    const now = new Date('2026-11-21T12:00:00Z')

    expect(instantOf('2026-11-20', now).toISOString()).to.equal('2026-11-20T23:59:59.999Z')
    expect(instantOf('2026-11-20 02:00', now).toISOString()).to.equal('2026-11-20T02:00:00.000Z')
    expect(instantOf('2026-11-20T02:00:01+01:00', now).toISOString()).to.equal('2026-11-20T01:00:01.000Z')
    expect(instantOf('36h', now).toISOString()).to.equal('2026-11-20T00:00:00.000Z')
    expect(sinceOf('2026-11-20', now)).to.equal('2026-11-20T00:00:00.000Z')
    expect(() => instantOf('2026-13-40', now)).to.throw('2026-13-40')
    expect(() => instantOf('yesterday', now)).to.throw('yesterday')
  })
})

describe('the output of coffer', () => {
  it('sizes columns by their cells, and truncates tables at the terminal width', () => {
    const rows = [
      { name: 'é\u001b[1m', size: 5 },
      { name: '', size: 12345 },
    ]
    const columns = [
      { title: 'NAME', of: ({ name }: (typeof rows)[number]) => name },
      { title: 'BYTES', of: ({ size }: (typeof rows)[number]) => size, isNumber: true },
    ]

    expect(tableOf(rows, columns, null)).to.equal('NAME    BYTES\né^[[1m      5\n-       12345\n')
    expect(tableOf(rows, columns, 8)).to.equal('NAME   …\né^[[1m …\n-      …\n')
  })

  it('escapes control characters for a terminal', () => {
    expect(printable('a\tb\r\nc\u0000\u007f\u009b31m\u2066')).to.equal('a\tb\nc^@^?<U+009B>31m<U+2066>')
  })
})
