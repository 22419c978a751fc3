import { expect } from 'chai'
import type { CliContext } from '../../../../agent/collect/cli/cli-session.ts'
import { LoginQuestions } from '../../../../agent/collect/cli/login-questions.ts'
import { openShellOn } from '../../../../agent/collect/cli/shell.ts'
import { byteQueue, openReplay } from '../../../../agent/sessions/replay.ts'
import type { Session } from '../../../../agent/sessions/session.ts'
import { platformById } from '../../../../shared/platforms/registry.ts'
import { failureOf } from '../../../support/failure-of.ts'

const account = { username: 'backup', password: 'login-Secret1', secrets: ['login-Secret1'] }
const dependencies = { log: () => undefined, now: () => new Date(), limits: { promptMs: 4_000, idleMs: 4_000 } }

/** A wireless controller that asks for the account within the shell. It accepts any account if `accepts`. */
function controller(accepts: boolean, typed: string[]): Session {
  const queue = byteQueue()
  const states = ['User: ', 'Password:', ...(accepts ? ['\r\n(WLC) >'] : ['\r\nUser: '])]
  let state = 0
  const say = (text: string) => queue.push(Buffer.from(text, 'latin1'))
  say(`\r\n(WLC) \r\n${states[0]}`)
  let line = ''
  return {
    ...openReplay({ greeting: Buffer.alloc(0), exchanges: [] }),
    shell: () =>
      Promise.resolve({
        [Symbol.asyncIterator]: queue.read,
        write(data: Buffer | string) {
          for (const character of Buffer.from(data as string, 'latin1').toString('latin1')) {
            if (character !== '\n') {
              line += character
              continue
            }
            typed.push(line)
            const echo = state === 1 ? '*'.repeat(line.length) : line
            state = Math.min(state + 1, states.length - 1)
            say(`${echo}\r\n${states[state]}`)
            line = ''
          }
        },
        end: queue.end,
        destroy: queue.end,
      }),
  }
}

describe('a device that asks for a login within the shell', () => {
  it('receives the credential’s user name and password once each', async () => {
    const typed: string[] = []

    const collector = await openShellOn(controller(true, typed), platformById('cisco_aireos')!, account, dependencies)

    await collector.close()
    expect(typed.slice(0, 2)).to.deep.equal(['backup', 'login-Secret1'])
    expect(typed.filter((line) => line === 'login-Secret1')).to.have.length(1)
    expect(typed).to.include('config paging disable')
  })

  it('fails as a refused login when it asks again, without a second attempt', async () => {
    const typed: string[] = []

    const failure = await failureOf(
      openShellOn(controller(false, typed), platformById('cisco_aireos')!, account, dependencies),
    )

    expect(failure).to.include({ code: 'auth_failed' })
    expect(failure.message).to.not.contain('login-Secret1')
    expect(typed).to.deep.equal(['backup', 'login-Secret1'])
  })

  it('fails without a password in the credential', async () => {
    const failure = await failureOf(
      openShellOn(
        controller(true, []),
        platformById('cisco_aireos')!,
        { username: 'backup', secrets: [] },
        dependencies,
      ),
    )

    expect(failure).to.include({ code: 'credential_missing' })
  })

  it('receives no password at a shell prompt, even if a document asks for it', () => {
    const questions = [{ seen: /password/i, answer: 'password' }]
    const login = new LoginQuestions({ shell: { questions } } as unknown as CliContext)

    const lines = ['Password: ', 'admin’s password? ', 'password-gw# ', 'password:gw>', 'password $ ']
    expect(lines.filter((line) => login.has(line))).to.deep.equal(['Password: ', 'admin’s password? '])
  })
})
