import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import type { components } from '../../shared/contract/api-types.ts'
import { temporaryFolder } from '../support/temporary-folders.ts'
import { type Client, must } from '../support/service.ts'

/** A mail, or a page of a report, as HTML. */
export interface MailPicture {
  name: string
  html: string
  /** A printed page has no dark theme. */
  themes: ('light' | 'dark')[]
}

/** Returns the mail of a notification, and the report of a week as a mail and as the pages of its PDF. */
export async function mailPictures(as: Client, token: string, url: string): Promise<MailPicture[]> {
  const report = async (format: 'html' | 'pdf') => {
    const query = new URLSearchParams({ period: 'weekly', to: '2026-03-11', format, language: 'en' })
    const response = await fetch(`${url}/api/reports/period?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (!response.ok) throw new Error(`the report as ${format}: ${await response.text()}`)
    return Buffer.from(await response.arrayBuffer())
  }
  return [
    { name: 'mail-notification', html: await notification(as), themes: ['light', 'dark'] },
    { name: 'mail-report', html: (await report('html')).toString(), themes: ['light', 'dark'] },
    ...pagesOf(await report('pdf')).map((html, at) => ({
      name: `report-page-${at + 1}`,
      html,
      themes: ['light' as const],
    })),
  ]
}

async function notification(as: Client): Promise<string> {
  const channel = { name: 'Night shift', kind: 'mail', mail: { to: ['operations@example.net'] } }
  const { id } = must(await as.post('/api/notification-channels', channel), 201) as { id: string }
  const preview: components['schemas']['NotificationPreview'] = must(
    await as.get(`/api/notification-channels/${id}/preview`),
    200,
  )
  const html = preview.parts.find(({ content_type: type }) => type.startsWith('text/html'))
  if (!html) throw new Error('the preview of a mail has no HTML')
  return html.text
}

/** Draws each page of a PDF with poppler's pdftoppm. */
function pagesOf(pdf: Buffer): string[] {
  const folder = temporaryFolder('coffer-pictures-')
  try {
    fs.writeFileSync(path.join(folder, 'report.pdf'), pdf)
    execFileSync('pdftoppm', ['-png', '-r', '96', 'report.pdf', 'page'], { cwd: folder })
    const pages = fs.readdirSync(folder).filter((name) => name.endsWith('.png'))
    return pages.sort().map((name) => {
      const image = fs.readFileSync(path.join(folder, name)).toString('base64')
      return `<body style="margin:0"><img style="display:block" src="data:image/png;base64,${image}">`
    })
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
