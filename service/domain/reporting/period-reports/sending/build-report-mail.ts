import type { ReportDelivery, SentReport } from '../../../../store/models/sent-report.ts'
import type { OutgoingMail } from '../../../outbox/channels/send-mail.ts'
import type { ReportMail } from './render-report.ts'

interface ReportMailContext {
  sent: Pick<SentReport, 'language' | 'createdAt'>
  delivery: Pick<ReportDelivery, 'messageId' | 'recipient'>
  /** Address of the sender. */
  from: string
  /** Of the Message-ID. */
  hostname: string
}

/** Returns the message to one recipient. Its Message-ID is the same in every attempt. */
export function buildReportMail(
  { subject, text, html, logo, pdf }: ReportMail,
  { sent, delivery, from, hostname }: ReportMailContext,
): OutgoingMail {
  const domain = hostname.replace(/[^A-Za-z0-9.-]/g, '-') || 'localhost'
  return {
    from: { name: 'Coffer', address: from },
    to: [{ name: '', address: delivery.recipient }],
    ...{ subject, text, html },
    date: sent.createdAt,
    messageId: `<${delivery.messageId}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': sent.language,
    },
    attachments: [
      ...(logo
        ? [{ filename: logo.type === 'image/png' ? 'logo.png' : 'logo.jpg', content: logo.data, contentType: logo.type, cid: 'logo', contentDisposition: 'inline' as const }]
        : []),
      ...(pdf ? [{ filename: pdf.name, content: pdf.data, contentType: 'application/pdf' }] : []),
    ], // prettier-ignore
  }
}
