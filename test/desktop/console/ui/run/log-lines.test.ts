import { expect } from 'chai'
import { i18n } from '../../../../../desktop/console/language/i18n.ts'
import { loadMessages } from '../../../../../desktop/console/language/service-messages.ts'
import { drawnLines, logText } from '../../../../../desktop/console/ui/run/log-lines.ts'
import type { LogLine } from '../../../../../desktop/console/ui/run/useRunLog.ts'

const line = (seq: number, at: string) => ({ seq, at, level: 'info', line: `line ${seq}` }) as LogLine

describe('the log of a run', () => {
  it('draws its last lines, however long it is, and marks a new day', () => {
    const lines = [
      ...Array.from({ length: 20_000 }, (_, at) => line(at, '2026-03-01T21:00:00.000Z')),
      line(20_000, '2026-03-01T22:59:59.000Z'),
      line(20_001, '2026-03-01T23:00:00.000Z'),
      line(20_002, '2026-03-01T23:00:01.000Z'),
    ]

    const drawn = drawnLines(lines, 4, 'en', 'Europe/Paris')

    expect(drawn.map(({ seq, time }) => [seq, time])).to.deep.equal([
      [19_999, '22:00:00'],
      [20_000, '23:59:59'],
      [20_001, '00:00:00'],
      [20_002, '00:00:01'],
    ])
    expect(drawn.map(({ day }) => day?.includes('2026'))).to.deep.equal([true, undefined, true, undefined])
    expect(drawn[0]?.day).to.match(/01 Mar 2026.*(CET|GMT\+1)/)
    expect(drawn[2]?.day).to.match(/02 Mar 2026/)
  })

  it('is shown and copied in the user’s language, or the API’s text for an unknown code', async () => {
    await Promise.all([loadMessages('en'), loadMessages('fr')])
    const at = '2026-03-01T21:00:00.000Z'
    const lines: LogLine[] = [
      { seq: 1, at, level: 'info', line: 'from the API', code: 'log_prompt', params: { prompt: 'r1#' } },
      { seq: 2, at, level: 'info', line: 'of a later release', code: 'log_of_a_later_release', params: {} },
      { seq: 3, at, level: 'info', line: 'of an earlier release' },
    ]

    i18n.global.locale.value = 'fr'
    const french = drawnLines(lines, 10, 'fr').map(({ text }) => text)
    const copied = logText(lines.slice(0, 1))
    i18n.global.locale.value = 'en'
    const english = drawnLines(lines, 10, 'en').map(({ text }) => text)

    const others = ['of a later release', 'of an earlier release']
    expect(french).to.deep.equal(['L’invite est r1#', ...others])
    expect(copied).to.equal(`${at} info L’invite est r1#\n`)
    expect(english).to.deep.equal(['The prompt is r1#', ...others])
  })

  it('is copied and saved completely', () => {
    const text = logText([line(1, '2026-03-01T21:00:00.000Z'), line(2, '2026-03-01T21:00:01.000Z')])

    expect(text).to.equal('2026-03-01T21:00:00.000Z info line 1\n2026-03-01T21:00:01.000Z info line 2\n')
  })
})
