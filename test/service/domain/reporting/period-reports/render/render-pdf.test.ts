import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import type { PeriodReport } from '../../../../../../service/domain/reporting/period-reports/period-report.ts'
import { renderReportPdf } from '../../../../../../service/domain/reporting/period-reports/render/render-pdf.ts'
import type { ReportOptions } from '../../../../../../service/domain/reporting/period-reports/render/report-options.ts'
import { createServicePool } from '../../../../../../service/workers/service-pool.ts'
import { empty, hostileNames, logo, monthly, options, weekly } from './sample-report.ts'

describe('the PDF of a report', () => {
  const workers = createServicePool()
  let folder: string
  before(function () {
    if (spawnSync('pdftotext', ['-v']).error) return this.skip()
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-report-'))
  })
  after(async () => {
    await workers.close()
    if (folder) fs.rmSync(folder, { recursive: true })
  })

  /** The texts of elements are read from a short document only: the program draws the page again for each. */
  async function open(report: PeriodReport, changes: Partial<ReportOptions> = {}) {
    const bytes = await renderReportPdf(workers, report, { ...options, ...changes })
    const file = path.join(folder, 'report.pdf')
    fs.writeFileSync(file, bytes)
    const run = (program: string, ...args: string[]) => execFileSync(program, [...args, file, ...(program === 'pdftotext' ? ['-'] : [])], { encoding: 'utf8' }) // prettier-ignore
    return {
      bytes,
      info: run('pdfinfo'),
      structure: run('pdfinfo', '-enc', 'UTF-8', report === monthly ? '-struct' : '-struct-text').replace(/^ +/gm, ''),
      text: run('pdftotext', '-enc', 'UTF-8'),
      source: bytes.toString('latin1'),
    }
  }

  it('is tagged, with language, title, bookmarks, headings, lists, tables and described charts', async () => {
    const { info, structure, source } = await open(weekly, { logo })

    expect(info)
      .to.match(/^Tagged: +yes$/m)
      .and.to.match(/^Title: +Weekly backup report, Acme Networks, 16–22 November 2026: 97.5% covered$/m)
    expect(source)
      .to.include('/Lang (en)')
      .and.to.include('<pdfuaid:part>1</pdfuaid:part>')
      .and.to.match(/\/Outlines/)
      .and.to.include('/DisplayDocTitle true')
    expect(altTexts(source)).to.deep.equal([
      'Acme Networks',
      'Coverage by day, from 94.9% on 16 Nov 2026 to 97.5% on 22 Nov 2026. Lowest: 88.9% on 17 Nov 2026.',
      'Stored size by day, from 12 GiB on 16 Nov 2026 to 12.8 GiB on 22 Nov 2026.',
      'Open in Coffer',
    ])
    expect(structure)
      .to.match(/^Document\nFigure:\n/)
      .and.to.include('H1 (block)\n"Weekly backup report"\n')
      .and.to.include('LBody (block)\n"21 of 846 backups failed. Most frequent cause: The connection timed out."')
      .and.to.include('Sect\nH2 (block)\n"Failed backups"\nP (block)\n"21 of 846 backups failed."\nTable (block)\nTR\n')
      .and.to.include('TH:\n/Scope /Column\n"Cause"\n')
      .and.to.include(
        'TR\nTH:\n/Scope /Row\n"The connection timed out"\nTD\n"14"\nTD\n"2"\nTD\n"core-fw1 and dist-sw-12"\n',
      )
    expect(structure, 'what is decoration is no content').not.to.include('Page 1 of 2')
  })

  it('has numbered pages, repeats the head of a table, and shows names of any script', async () => {
    const { text, info, structure, source } = await open(monthly)
    const pages = Number(/^Pages: +(\d+)$/m.exec(info)?.[1])

    expect(pages).to.be.above(8)
    for (let page = 1; page <= pages; page += 1) expect(text).to.include(`Page ${page} of ${pages}\n`)
    expect(text.match(/^Configuration$/gm)?.length).to.be.above(4)
    const rows = 200 + 50 + 100 + hostileNames.length + 3 + 3
    expect(structure.match(/^TR$/gm), 'each row and each head once').to.have.length(rows + 6)
    for (const rest of ['200 of 312', '50 of 132', '100 of 140']) expect(text).to.include(`Shown: ${rest}.`)
    expect(text)
      .to.include('Ελληνικά-Кириллица')
      .and.to.match(/جهاز التوجيه/)
      .and.to.match(/שרת ליבה/)
    expect(text)
      .to.include('a cba Bcc: x')
      .and.to.include('<b onmouseover')
      .and.to.match(/x{20,}…/)
    expect(text).to.include('😀-switch').and.to.include('▯ replaces characters')
    expect(source, 'the actual text of a name').to.include(`/ActualText ${pdfString('😀-switch 中文交换机')}`)
  })

  it('is in French', async () => {
    const { text, source } = await open(weekly, { locale: 'fr' })

    expect(source).to.include('/Lang (fr)')
    expect(text)
      .to.include('Rapport de sauvegarde hebdomadaire\nAcme Networks\n16–22 novembre 2026\n')
      .and.to.include('3 équipements sur 120 n’ont aucune sauvegarde lisible')
      .and.to.include('Page 1 sur 2')
      .and.to.match(/97,5\s%/)
  })

  it('states what is empty', async () => {
    const { text } = await open(empty)

    expect(text)
      .to.include('so the coverage is not known.')
      .and.to.include('No backup ran.')
      .and.to.include('No configuration changed.')
      .and.to.include('No user read a configuration.')
  })

  it('is equal for the same report, and leaves out a logo that cannot be decoded', async () => {
    const broken = { type: 'image/png' as const, data: logo.data.subarray(0, 40) }

    const [first, second] = await Promise.all(
      [null, broken].map((given) => renderReportPdf(workers, weekly, { ...options, logo: given })),
    )

    expect(first?.equals(second!)).to.equal(true)
  })
})

/** The alternatives in the order of the file. */
function altTexts(source: string): string[] {
  return [...source.matchAll(/\/Alt (\((?:\\.|[^\\)])*\)|<[0-9a-f]*>)/gs)].map(([, text = '']) => readPdfString(text))
}

function readPdfString(text: string): string {
  return text.slice(1, -1).replace(/\\(.)/gs, '$1')
}

/** As pdfkit writes a text with characters beyond Latin-1: big-endian with a mark, special bytes escaped. */
function pdfString(text: string): string {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('latin1')
  const escapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\b': '\\b', '\f': '\\f' }
  return `(${bytes.replace(/[\n\r\t\b\f()\\]/g, (char) => escapes[char] ?? `\\${char}`)})`
}
