import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { openShellOn } from '../../../../agent/collect/cli/shell.ts'
import { openSsh } from '../../../../agent/sessions/ssh.ts'
import { importDefinition } from '../../../../shared/platforms/definitions/import-definition.ts'
import { findShippedDocument } from '../../../../shared/platforms/documents/shipped-documents.ts'
import { readDocument } from '../../../../shared/platforms/documents/read-document.ts'
import { targetOf, testLimits } from '../../../support/open-simulator.ts'
import { startSshSimulator } from '../../../support/ssh-simulator.ts'

const config = Array.from({ length: 12 }, (_, at) => `interface eth${at}\n`).join('')

/** A device that shows `prompt(mode)`, where a command leads to a mode, or ends the session with ''. */
interface Model {
  start: string
  modes: Record<string, { prompt: string; leads: Record<string, string> }>
}

describe('the draft of a scrapli definition', () => {
  it('opens the command line from the system shell, reads a text, and leaves both', async () => {
    const { typed, text } = await readWith('ipinfusion_ocnos', {
      start: 'linux',
      modes: {
        linux: { prompt: 'ocnos@pe-1:~# ', leads: { cmlsh: 'privileged', exit: '' } },
        privileged: { prompt: 'pe-1#', leads: { exit: 'linux' } },
      },
    })

    expect(text).to.equal(config)
    expect(typed).to.deep.equal(['cmlsh', 'term width 511', 'term len 0', 'show running-config', 'exit', 'exit'])
  })

  it('answers the question after the logout', async () => {
    const { typed, text } = await readWith('huawei_smartax', {
      start: 'privileged',
      modes: {
        privileged: { prompt: 'MA5800#', leads: { quit: 'asked' } },
        asked: { prompt: 'Are you sure to log out? (y/n)[n]:', leads: { y: '' } },
      },
    })

    expect(text).to.equal(config)
    expect(typed).to.deep.equal(['undo smart', 'scroll', 'show running-config', 'quit', 'y'])
  })

  async function readWith(file: string, { start, modes }: Model) {
    const typed: string[] = []
    const simulator = await startSshSimulator({
      shell(wire) {
        let mode = modes[start]!
        let line = ''
        wire.write(Buffer.from(mode.prompt))
        return {
          take(data) {
            for (const char of data.toString('latin1')) {
              if (char !== '\n') {
                line += char
                continue
              }
              const command = line
              line = ''
              if (command !== '') typed.push(command)
              const next = mode.leads[command]
              if (next === '') return wire.hangUp()
              mode = modes[next ?? ''] ?? mode
              const answer = command === 'show running-config' ? config.replaceAll('\n', '\r\n') : ''
              wire.write(Buffer.from(`${command}\r\n${answer}${mode.prompt}`))
            }
          },
          stop: () => undefined,
        }
      },
    })
    try {
      const source = readFileSync(
        join(import.meta.dirname, '../../../fixtures/definitions/scrapli', `${file}.yaml`),
        'utf8',
      )
      const draft = importDefinition('scrapli', source, { id: 'acme_olt', name: 'Acme', vendor: 'Acme' })
      if (!('source' in draft)) throw new Error('not a draft')
      const { platform } = readDocument(draft.source, findShippedDocument)
      const session = await openSsh(targetOf(simulator), new AbortController().signal)
      const dependencies = { log: () => undefined, now: () => new Date(), limits: testLimits }
      const shell = await openShellOn(session, platform!, { username: 'backup', secrets: [] }, dependencies)
      const { texts } = await shell.read(['running-config'])
      await shell.close()
      await session.close()
      return { typed, text: texts[0]?.raw.toString('latin1') }
    } finally {
      await simulator.close()
    }
  }
})
