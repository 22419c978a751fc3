import { expect } from 'chai'
import { createTransport } from 'nodemailer'
import { buildMail } from '../../../../../service/domain/outbox/channels/build-mail.ts'
import { createMailSender } from '../../../../../service/domain/outbox/channels/mail.ts'
import { mailAddressPattern } from '../../../../../service/domain/outbox/channels/send-mail.ts'
import type { Notification } from '../../../../../service/domain/outbox/channels/notification.ts'
import { aNotification, senderDependencies } from '../../../../support/notification.ts'

const context = { locale: 'en', hostname: 'coffer.example.net', from: 'coffer@example.net', to: ['noc@example.net'] } as const // prettier-ignore
const build = (fields: Partial<Notification> = {}) => buildMail(aNotification(fields), context)

/** Returns the message as it is sent. */
async function write(fields: Partial<Notification>): Promise<string> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await transport.sendMail(build(fields))
  return String(message)
}

describe('a mail', () => {
  it('has severity, sentence, customer and link as text and as HTML', () => {
    const { subject, text, html } = build({ title: 'Backup failed', lines: ['Backup of <b> failed.'] })

    expect(subject).to.equal('[warning] Backup failed')
    for (const part of ['Backup failed', 'Severity', 'warning', 'Customer', 'Open in Coffer', String(aNotification().link)]) {
      expect(text).to.include(part)
      expect(html).to.include(part)
    } // prettier-ignore
    expect(text).to.include('- Backup of <b> failed.').and.to.include('Customer: Acme & Sons')
    expect(html).to.include('Backup of &#60;b&#62; failed.').and.to.include('Acme &#38; Sons')
  })

  it('is readable in light and dark mail clients, and loads nothing', () => {
    const { html } = build({ summaries: ['+ <changed>'] })

    expect(html).to.include('<meta name="color-scheme" content="light dark">')
    expect(html).to.include('@media (prefers-color-scheme: dark)')
    expect(html).not.to.match(/<img|<script|<link|src=|url\(|@import/)
    expect(html.match(/https?:\/\//g)).to.have.length(1)
  })

  it('has a Message-ID of the delivery, the thread of its alert, and no automatic answers', async () => {
    const raw = await write({ alert: { key: 'device-stale:1', resolved: true } })
    const [closed, opened] = [true, false].map((resolved) => build({ alert: { key: 'device-stale:1', resolved } }))

    expect(raw).to.include('Message-ID: <01980f3a-5c00-7000-8000-00000000000a@coffer.example.net>')
    expect(raw).to.include('Auto-Submitted: auto-generated')
    expect(raw).to.include('multipart/alternative')
    expect(closed?.references).to.equal(opened?.references)
    expect(closed?.subject).to.match(/^\[resolved\]/)
  })

  it('gets no header from a name', async () => {
    const evil = 'core\r\nBcc: victim@example.org\r\n\r\nbody\u2028x'
    const raw = await write({ title: evil, lines: [evil], customer: evil })
    const head = raw.slice(0, raw.indexOf('\r\n\r\n'))

    expect(head).not.to.match(/^Bcc/im)
    expect(head).to.match(/^Subject: \[warning\] core Bcc: victim@example\.org body/m)
  })

  it('accepts only plain addresses', () => {
    const accepted = ['noc@example.net', 'first.last+tag@sub.example.net', 'é@exämple.net'.replace('ä', 'a')]
    const refused = [
      'a@b, c@d',
      'a@b\r\nBcc: c@d',
      '<a@b>',
      'Name <a@b>',
      'a b@c',
      'a@',
      '@b',
      'a@b;c@d',
      '"a"@b',
      'a@b.',
    ]

    for (const address of accepted) expect(address).to.match(mailAddressPattern)
    for (const address of refused) expect(address).not.to.match(mailAddressPattern)
  })

  it('is not sent without a mail server, or in plain text to another machine', async () => {
    const server = { host: '192.0.2.1', port: 25, security: 'none', caCertificates: null, username: null, password: null, from: context.from } as const // prettier-ignore
    const send = (mailServer: typeof server | null) =>
      createMailSender(senderDependencies({ mailServer }), { to: [...context.to] })(aNotification())

    expect((await send(null)).error?.code).to.equal('mail_server_missing')
    expect((await send(server)).error?.code).to.equal('mail_server_requires_tls')
  })
})
