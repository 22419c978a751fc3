import { parse } from '@formatjs/icu-messageformat-parser'
import { expect } from 'chai'
import { renderReportHtml } from '../../../../../../service/domain/reporting/period-reports/render/render-html.ts'
import { renderReportPage } from '../../../../../../service/domain/reporting/period-reports/sending/render-report.ts'
import en from '../../../../../../shared/reports/en.json' with { type: 'json' }
import fr from '../../../../../../shared/reports/fr.json' with { type: 'json' }
import { empty, everySection, hostileNames, logo, monthly, options, weekly } from './sample-report.ts'

describe('the mail of a report', () => {
  it('begins with the coverage, its trend and what needs attention', () => {
    const { subject, text, html } = renderReportHtml(weekly, options)

    expect(subject).to.equal('Weekly backup report, Acme Networks, 16–22 November 2026: 97.5% covered')
    expect(text.split('\n').slice(0, 16)).to.deep.equal([
      'Weekly backup report',
      'Acme Networks',
      '16–22 November 2026',
      '',
      'Coverage on 22 November 2026',
      '97.5%',
      'Up 2.6 percentage points since 16 Nov 2026',
      '3 of 120 devices have no readable backup younger than their tolerance.',
      '',
      'Needs attention',
      '- 5 devices need attention: core-fw1, dist-sw-12, edge-7 and 2 more.',
      '- No daily report was recorded on 18 Nov 2026.',
      '- 21 of 846 backups failed. Most frequent cause: The connection timed out.',
      '- 2 changes are not reviewed.',
      '- 1 restore, restore check or integrity check failed.',
      '',
    ])
    const places =
      ['97.5%', 'Needs attention', 'Failed backups', 'Changes', 'Storage', 'Restores and checks', 'Access to configurations'] // prettier-ignore
        .map((words) => html.indexOf(`>${words}<`))
    expect(places).to.deep.equal(places.toSorted((one, other) => one - other))
    expect(places).not.to.include(-1)
  })

  it('shows the logo once on a page, whatever a name contains', () => {
    const named = structuredClone(weekly)
    named.customer!.name = 'src="cid:logo"'

    const page = renderReportPage(named, { ...options, logo })

    expect(page.split(';base64,')).to.have.length(2)
    expect(page).to.include('src=&#34;cid:logo&#34;')
  })

  it('is in French, with its numbers, sizes and times', () => {
    const { subject, text } = renderReportHtml(weekly, { ...options, locale: 'fr' })

    expect(subject).to.equal(
      'Rapport de sauvegarde hebdomadaire, Acme Networks, 16–22 novembre 2026\u00a0: couverture de 97,5\u00a0%',
    )
    expect(text)
      .to.include('3 équipements sur 120 n’ont aucune sauvegarde lisible plus récente que leur tolérance.')
      .and.to.include('Les sauvegardes occupent 12,8\u00a0Gio pour 232\u00a0Gio de configurations.')
      .and.to.include('- core-fw1 (Raison\u00a0: en échec, périmé; Dernier succès\u00a0: 18 nov. 2026, 02:10)')
  })

  it('states what is empty, and that the coverage is not known', () => {
    const { subject, text, html } = renderReportHtml(empty, options)

    expect(subject).to.equal('Weekly backup report, Acme Networks, 16–22 November 2026')
    for (const sentence of [
      'No daily report was recorded in this period, so the coverage is not known.',
      'No daily report was recorded on 2 days: 16–17 Nov 2026.',
      'No backup ran.',
      'No configuration changed.',
      'The size of the backups was not recorded in this period.',
      'No restore, restore check or integrity check ended.',
      'No user read a configuration.',
    ]) {
      expect(text).to.include(sentence)
      expect(html).to.include(sentence)
    }
  })

  it('states that nothing needs attention if all is well', () => {
    const days = [{ day: '2026-11-22', devices: 3, covered: 3, exceptions: 0 }]
    const well = {
      ...empty,
      coverage: { ...empty.coverage, days, missingDays: [] },
      failures: { causes: [], runs: 21, failedRuns: 0 },
    }

    const { text } = renderReportHtml(well, options)

    expect(text)
      .to.include('Nothing needs attention.')
      .and.to.include('All 3 devices have a readable backup younger than their tolerance.')
      .and.to.include('No backup failed. All 21 backups succeeded.')
  })

  it('does not state that nothing needs attention if nothing is known', () => {
    const { coverage } = empty
    const unknown = { ...empty, coverage: { ...coverage, missingDays: [] } }

    const mails = [
      renderReportHtml(unknown, options),
      renderReportHtml(weekly, { ...options, sections: ['storage', 'access'] }),
      renderReportHtml(unknown, { ...options, sections: ['failures', 'changes'] }),
    ]

    expect(mails[0]!.text).to.include('No daily report was recorded in this period, so the coverage is not known.')
    for (const { text, html } of mails) {
      expect(text).not.to.match(/nothing needs attention/i)
      expect(html).not.to.match(/nothing needs attention|class="box"/i)
    }
  })

  it('names the day of the coverage if the last days have no daily report', () => {
    const days = weekly.coverage.days.slice(0, -2)
    const late = { ...weekly, coverage: { ...weekly.coverage, days, missingDays: ['2026-11-18', '2026-11-21', '2026-11-22'] } } // prettier-ignore

    const { text } = renderReportHtml(late, options)

    expect(text)
      .to.include('- 5 devices needed attention on 20 Nov 2026: core-fw1, dist-sw-12, edge-7 and 2 more.')
      .and.to.include('The last daily report of the period is that of 20 Nov 2026.')
    expect(renderReportHtml(weekly, options).text).not.to.include('The last daily report of the period')
  })

  it('states that figures of a period that has not ended are provisional', () => {
    const live = { ...weekly, isLive: true }

    expect(renderReportHtml(live, options).html).to.include('16–22 November 2026, provisional')
  })

  it('has only the chosen sections', () => {
    const sections = everySection.filter((name) => name !== 'access' && name !== 'coverage')

    const { subject, html, text } = renderReportHtml(weekly, { ...options, sections })

    expect(subject).not.to.include('covered')
    for (const content of [html, text]) {
      expect(content).not.to.include('Access to configurations').and.not.to.include('auditor')
      expect(content).not.to.include('97.5%')
    }
  })

  it('escapes every name, in one line, and shortens long ones', () => {
    const { html, text } = renderReportHtml(monthly, options)

    expect(html).not.to.include('<b onmouseover').and.not.to.include('\u202e').and.not.to.include('x'.repeat(130))
    expect(html).to.include('&#60;b onmouseover=alert(1)&#62;&#38;amp;&#34;x&#34;').and.to.include(hostileNames[0])
    expect(text).to.include('a cba Bcc: x').and.not.to.include('\r')
    expect(text).to.include('failed, reason_of_a_later_version')
  })

  it('loads nothing, contains no script, and is not cut off by mail services', () => {
    const { html } = renderReportHtml(monthly, { ...options, logo })

    expect(html.match(/(?:src|background)="[^"]*"|url\(|@import|<link|<script|<iframe/g)).to.deep.equal([
      'src="cid:logo"',
    ])
    expect(html.match(/href="[^"]*"/g)).to.deep.equal(['href="https://coffer.example.net/reports?day=2026-10-31"'])
    expect(Buffer.byteLength(html)).to.be.below(100_000)
    expect(html).to.include('Shown: 20 of 312.')
  })

  it('describes its charts and its logo', () => {
    const { html, logo: attached } = renderReportHtml(weekly, { ...options, logo })

    expect(html)
      .to.include(
        'role="img" aria-label="Coverage by day, from 94.9% on 16 Nov 2026 to 97.5% on 22 Nov 2026. Lowest: 88.9% on 17 Nov 2026."',
      ) // prettier-ignore
      .and.to.include('aria-label="Stored size by day, from 12 GiB on 16 Nov 2026 to 12.8 GiB on 22 Nov 2026."')
      .and.to.include('src="cid:logo" alt="Acme Networks" width="1" height="1"')
    expect(attached).to.deep.equal(logo)
  })

  it('leaves out a logo that cannot be decoded', () => {
    const { html, logo: attached } = renderReportHtml(weekly, {
      ...options,
      logo: { type: 'image/png', data: Buffer.from('no image') },
    })

    expect(attached).to.equal(null)
    expect(html).to.include('97.5%').and.not.to.include('cid:logo')
  })

  it('has the same parameters in both languages, and French typography', () => {
    for (const [key, sentence] of Object.entries(fr)) {
      const english = (en as Record<string, string>)[key] ?? ''
      expect(parametersOf(sentence), key).to.deep.equal(parametersOf(english))
      expect(sentence.replace(/\{\w+, plural,|(?:one|other) \{/g, ''), key).not.to.match(/'|[^\u00a0][:;!?](?:\s|$)/)
    }
  })
})

/** The names in a sentence, in alphabetical order. */
function parametersOf(sentence: string): string[] {
  const names = (parse(sentence, { ignoreTag: true }) as Element[]).flatMap(namesIn)
  return [...new Set(names)].sort()
}

interface Element {
  type: number
  value?: unknown
  options?: Record<string, { value: Element[] }>
}

function namesIn({ type, value, options: choices = {} }: Element): string[] {
  const nested = Object.values(choices).flatMap((choice) => choice.value.flatMap(namesIn))
  return type >= 1 && type <= 6 ? [String(value), ...nested] : nested
}
