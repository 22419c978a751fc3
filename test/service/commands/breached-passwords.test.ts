import { expect } from 'chai'
import fs from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import { runBreachedPasswords } from '../../../service/commands/breached-passwords.ts'
import { readCommandLine } from '../../../service/commands/read-command-line.ts'
import { openBreachedPasswords } from '../../../service/passwords/breached-passwords-file.ts'
import { failureOf } from '../../support/failure-of.ts'
import { temporaryFolder } from '../../support/temporary-folders.ts'

describe('npm start -- breached-passwords', () => {
  const folder = temporaryFolder('coffer-test-breached-')
  after(() => fs.rmSync(folder, { recursive: true }))

  const run = (...args: string[]) => {
    const { argument, options } = readCommandLine(['breached-passwords', ...args])
    return runBreachedPasswords(argument, options, pino({ level: 'silent' }))
  }

  it('writes the file that rejects them', async () => {
    const [list, target] = [path.join(folder, 'list'), path.join(folder, 'breached')]
    fs.writeFileSync(list, '5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:12\nEE8D8728F435FD550F83852AABAB5234CE1DA528:9\n')

    await run(target, '--from', list, '--minimum-count', '10')

    const file = openBreachedPasswords(target)
    expect([file.count, await file.contains('password'), await file.contains('iloveyou')]).to.deep.equal([
      1,
      true,
      false,
    ])
    file.close()
  })

  for (const [args, message] of [
    [[], 'The file or the list is missing'],
    [['target'], 'The file or the list is missing'],
    [['target', '--from', 'absent'], 'absent cannot be read'],
    [['target', '--from', 'list', '--minimum-count', 'many'], '--minimum-count is “many”'],
  ] as const) {
    it(`explains what is wrong with “${args.join(' ')}”`, async () => {
      const where = args.map((arg) => (/^(target|absent|list)$/.test(arg) ? path.join(folder, arg) : arg))

      expect((await failureOf(run(...where))).message).to.include(message)
    })
  }
})
