import { expect } from 'chai'
import { meridianModel } from '../../../support/meridian-device.ts'
import type { Said, ShellModel } from '../../../support/shell-device.ts'
import { explore, session } from './explored-device.ts'

const password = 'login-Secret1'

/** A device that shows these lines one after the other, each after an answer, and then its prompt. */
function asking(lines: string[], answers: string[] = []): ShellModel {
  let state = 0
  return {
    ...meridianModel(),
    prompt: () => lines[state] ?? 'core-7# ',
    obey(command) {
      answers.push(command)
      state += 1
      return ''
    },
  }
}

/** A device with an own answer to one command. */
function answering(wanted: string, said: () => Said): ShellModel {
  const model = meridianModel()
  return { ...model, obey: (command) => (command === wanted ? said() : model.obey(command)) }
}

const pathsOf = (end: Awaited<ReturnType<typeof explore>>) => (end.report.proposal ?? []).map(({ path }) => path)

describe('the exploration of an unknown device', () => {
  for (const [name, lines] of Object.entries({
    'after the login': ['New password: '],
    'that has expired': ['Old password: '],
    'again after a wrong one': ['Password: ', 'Password for backup: '],
  }))
    it(`sends no second password if the device asks for one ${name}`, async () => {
      const answers: string[] = []
      const end = await explore(() => session(asking(lines, answers)))

      expect(end.failure).to.include({ code: 'auth_failed' })
      expect(answers.filter((one) => one === password)).to.have.length(lines.length - 1)
    })

  for (const question of ['Save the configuration? [confirm]', 'Accept the terms (y/n)?', 'Continue [yes/no]: '])
    it(`leaves “${question}” before the prompt to the user`, async () => {
      const answers: string[] = []
      const end = await explore(() => session(asking([question], answers)))

      expect(end.failure).to.include({ code: 'prompt_timeout', seen: question.trim() })
      expect(answers).to.deep.equal([])
    })

  it('sets no enable password on a device without one', async () => {
    const answers: string[] = []
    const model = meridianModel()
    const questions = ['Enter Password: ', 'Repeat Password: ']
    let asked = 0
    const unset: ShellModel = {
      ...model,
      prompt: () => 'asa> ',
      obey(command) {
        if (command !== 'enable') return model.obey(command)
        const next = (): Said =>
          asked < questions.length
            ? { asks: `${asked === 0 ? 'The enable password is not set. Please set it now.\n' : ''}${questions[asked++]}`, then: (line) => (answers.push(line), next()) } // prettier-ignore
            : ''
        return next()
      },
    }
    const end = await explore(() => session(unset), { enableSecret: 'enable-Secret2' })

    expect(end.failure).to.include({ code: 'auth_failed' })
    expect(answers).to.deep.equal([])
  })

  it('sends no command to a menu', async () => {
    const sent: string[] = []
    const end = await explore(() => session({ ...meridianModel(), prompt: () => 'Enter selection: ' }, sent))

    expect(end.failure).to.include({ code: 'prompt_timeout' })
    expect(sent.join('').trim()).to.equal('')
  })

  it('types nothing into a question of the logout', async () => {
    const sent: string[] = []
    const asks = 'Do you want to save the current configuration [y/n/^C]? '
    await explore(() =>
      session(
        answering('exit', () => ({ asks, then: () => '' })),
        sent,
      ),
    )

    expect(sent.at(-1)).to.equal('exit')
  })

  it('leaves each level if `exit` leaves only one', async () => {
    const model = meridianModel()
    let left = 0
    const leveled: ShellModel = {
      ...model,
      prompt: () => (left > 0 ? 'core-7> ' : 'core-7# '),
      obey(command) {
        if (command !== 'exit' && command !== 'quit') return model.obey(command)
        left += 1
        return left > 1 ? { hangsUp: true } : ''
      },
    }
    const end = await explore(() => session(leveled))

    expect(end.report.proposal?.find(({ path }) => path === 'ssh.logout')?.value).to.equal('"quit"')
  })

  it('keeps what it found if a later command does not end, and quotes no line of its answer', async () => {
    const secret = 'enable secret 9 $9$abcdefgh'
    const faults = { cut: { command: 'show config', bytes: 60, then: 'silence' as const } }
    const model = answering('show config', () => `${'! x\n'.repeat(10)}${secret}\n${'! x\n'.repeat(100)}`)
    const end = await explore(() => session(model, [], faults))

    expect(end.failure).to.equal(null)
    expect(pathsOf(end)).to.include('artifacts.version')
    expect(JSON.stringify(end.report.exchanges.map(({ failure }) => failure))).not.to.include('$9$')
  })
})
