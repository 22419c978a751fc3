import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { tasks } from '../../../service/workers/tasks.ts'
import { normaliseText } from '../../../shared/platforms/normalise.ts'
import { pafwPanos } from '../../../shared/platforms/pafw_panos.ts'
import { fingerprintOf } from '../../../shared/repository/fingerprint.ts'
import { createWorkerPool } from '../../../service/workers/worker-pool.ts'

describe('service tasks in threads', () => {
  const entry = new URL('../../../service/workers/task-thread.ts', import.meta.url)
  const pool = createWorkerPool({ size: 1, queueLimit: 10, tasks, entry })
  const older = new TextEncoder().encode('a\nb\n')
  const newer = new TextEncoder().encode('a\nc\nd\n')

  after(() => pool.close())

  it('compare two texts', async () => {
    const unified = await pool.run('diffTexts', {
      before: older,
      after: newer,
      context: 3,
      maxLines: 5_000,
      headers: [],
    })

    expect(unified).to.deep.equal({
      text: '@@ -1,2 +1,3 @@\n a\n-b\n+c\n+d\n',
      added: 2,
      removed: 1,
      truncated: false,
      hunks: [{ aStart: 1, aLength: 1, bStart: 1, bLength: 2, words: [] }],
    })
  })

  it('share a heap limit, so that no task ends the thread of another', () => {
    const limits = new Set(Object.values(tasks).map((task) => task.limits.heapMb))

    expect(limits.size).to.equal(1)
  })

  it('measure the magnitude of a change', async () => {
    const magnitude = await pool.run('measureVersionMagnitude', {
      platform: 'netco_iosxe',
      key: 'running-config',
      chunkIdKey: Buffer.alloc(32, 7),
      before: older,
      after: newer,
    })

    expect(magnitude).to.deep.include({ added: 2, removed: 1 })
    expect(magnitude.summary?.message).to.deep.equal(
      message('summary', { changes: [message('summary_lines_changed', { added: 2, removed: 1 })] }),
    )
  })

  it('examine a text: fingerprints, lines and change, by its platform’s rules', async () => {
    const chunkIdKey = Buffer.alloc(32, 7)
    const text = (name: string) => Buffer.from(`<config version="1"><a>${name}</a><b/></config>`)
    const of = { platform: 'pafw_panos', key: 'running-config', chunkIdKey }

    const examined = await pool.run('examineText', { ...of, raw: text('new'), previous: text('old') })

    const block = '<config version="1">'
    const identity = [
      ['place', '', '  <b/>'],
      ['removed', block, '  <a>old</a>'],
      ['added', block, '  <a>new</a>'],
    ]
    expect(examined).to.deep.equal({
      fingerprint: fingerprintOf(chunkIdKey, text('new')),
      normalisedFingerprint: fingerprintOf(chunkIdKey, normaliseText(pafwPanos, of.key, text('new'))),
      lines: 1,
      facts: null,
      previous: {
        normalisedFingerprint: fingerprintOf(chunkIdKey, normaliseText(pafwPanos, of.key, text('old'))),
        isSameButUnread: false,
        change: {
          added: 1,
          removed: 1,
          suspicions: [],
          summary: {
            message: message('summary', {
              changes: [
                message('summary_in_block', {
                  block: 'config version="1"',
                  changes: [message('summary_value_changed', { setting: 'a', from: 'old', to: 'new' })],
                }),
              ],
            }),
            fingerprint: fingerprintOf(
              chunkIdKey,
              Buffer.from(`change\n${identity.map((part) => JSON.stringify(part)).join('\n')}`),
            ),
          },
        },
      },
    })
  })

  it('distinguish a new master key from as many new secrets', async () => {
    const chunkIdKey = Buffer.alloc(32, 7)
    const text = (secrets: string[]) =>
      Buffer.from(`<config version="1">${secrets.map((secret) => `<key>-AQ==${secret}=AAAA</key>`).join('')}</config>`)
    const of = { platform: 'pafw_panos', key: 'running-config', chunkIdKey, previous: text(['a', 'b', 'c']) }

    const anew = await pool.run('examineText', { ...of, raw: text(['d', 'e', 'f']) })
    const some = await pool.run('examineText', { ...of, raw: text(['d', 'b', 'f']) })
    const more = await pool.run('examineText', { ...of, raw: text(['d', 'e', 'f', 'g']) })

    expect(anew.previous?.change?.suspicions).to.deep.include(message('master_key_changed'))
    expect([some, more].map(({ previous }) => previous?.change?.suspicions)).to.deep.equal([[], []])
  })
})
