import { expect } from 'chai'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { privileged, promptOf } from '../../../../agent/collect/cli/prompt.ts'
import { fwcoFortios } from '../../../../shared/platforms/fwco_fortios.ts'
import { netcoIosxe } from '../../../../shared/platforms/netco_iosxe.ts'
import type { Platform } from '../../../../shared/platforms/platform.ts'
import { platformById, platforms } from '../../../../shared/platforms/registry.ts'
import { fixture } from '../../../support/recordings.ts'

/** Prompts from public collections: `pass` are prompts of the platform, `fail` are not. */
const collected = (platforms as readonly Platform[]).flatMap(({ id, ssh }) => {
  const folder = join(import.meta.dirname, `../../../fixtures/${id}/oxidized`)
  if (!ssh || !('prompt' in ssh) || !existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('#prompt.yaml'))
    .flatMap((file) => {
      const lists = parse(fixture(`${id}/oxidized/${file}`).toString('utf8')) as { pass?: string[]; fail?: string[] }
      return [
        ...(lists.pass ?? []).map((line) => ({ id, ssh, line, is: true })),
        ...(lists.fail ?? []).map((line) => ({ id, ssh, line, is: false })),
      ]
    })
})

const shell = netcoIosxe.ssh

describe('a prompt', () => {
  for (const { id, ssh, line, is } of collected) {
    it(`of ${id} ${is ? 'is' : 'is not'} ${JSON.stringify(line)}`, () => {
      expect(promptOf(line, ssh)?.text).to.equal(is ? line.trim() : undefined)
    })
  }

  for (const line of ['cisco1>', 'a.b-c_d/e:f@g#', 'R1# ', 'R1(config-if)#', 'R1-stby#']) {
    it(`may be ${JSON.stringify(line)}`, () => {
      expect(promptOf(line, shell)?.text).to.equal(line.trim())
    })
  }

  for (const line of [
    '### EXAMPLE ###',
    '### ###',
    '#',
    'Password: ',
    'R1(tcl)#',
    'two words#',
    '<tip>',
    `${'x'.repeat(64)}#`,
    '',
  ]) {
    it(`is not ${JSON.stringify(line)}`, () => {
      expect(promptOf(line, shell)).to.equal(undefined)
    })
  }

  for (const [id, line] of [
    ['netco_iosxe', 'core+dc1#'],
    ['netco_iosxe', "O'Hare~1,a&b>"],
    ['pafw_panos', 'corp\\admin@PA-VM>'],
    ['pafw_panos', 'admin@corp.example@PA-VM(active)>'],
    ['routeco_junos', `root@r1:/${'var/db/scripts/'.repeat(9)} %`],
    ['routeco_junos', '\\u@\\h:\\w $'],
  ] as const) {
    it(`of ${id} may be ${JSON.stringify(line)}`, () => {
      const { ssh } = platformById(id) as Platform
      if (!ssh || !('prompt' in ssh)) throw new Error(`${id} has no shell`)

      expect(promptOf(line, ssh)?.is(`${line} `)).to.equal(true)
    })
  }

  it('matches in another mode, but not with another host, end or prefix', () => {
    const prompt = promptOf('R1.lab#', shell)

    const same = ['R1.lab#', 'R1.lab# ', 'R1.lab(config)#', 'R1.lab(config-sync)#'].map((line) => prompt?.is(line))
    const other = ['R2.lab#', 'R1xlab#', 'R1.lab>', 'R1.lab(tcl)#', 'xR1.lab#', 'R1.lab#x', 'set R1.lab#'].map((line) =>
      prompt?.is(line),
    )
    expect(same).to.not.include(false)
    expect(other).to.not.include(true)
  })

  it('matches with a truncated name if the platform truncates names, unless ambiguous', () => {
    const prompt = promptOf('a-long-name #', fwcoFortios.ssh)

    const same = ['a-long-name (root) #', 'a-long-n~ (root) #', 'a-long-name(Primary) (global) #'].map((line) =>
      prompt?.is(line),
    )
    const other = ['a-l~ (root) #', 'b-long-n~ (root) #', 'a-long-n (root) #'].map((line) => prompt?.is(line))
    expect(same).to.not.include(false)
    expect(other).to.not.include(true)
  })

  it('ends in # once privileges are enabled', () => {
    const prompt = promptOf('R1>', shell)

    expect(prompt && privileged(prompt, shell).text).to.equal('R1#')
  })
})
