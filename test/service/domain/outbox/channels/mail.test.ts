import { expect } from 'chai'
import type { MailServer } from '../../../../../service/domain/outbox/channels/channel-settings.ts'
import { createMailSender } from '../../../../../service/domain/outbox/channels/mail.ts'
import { makeCertificate } from '../../../../support/certificate.ts'
import { aNotification, senderDependencies } from '../../../../support/notification.ts'
import { type Postfix, postfixMissing, startPostfix } from '../../../../support/postfix.ts'

describe('mail through a real postfix', () => {
  let postfix: Postfix
  before(async function () {
    if (postfixMissing()) return this.skip()
    postfix = await startPostfix()
  })
  after(() => postfix?.stop())

  function send(fields: Partial<MailServer>, to = ['noc@example.net'], kind: 'event' | 'test' = 'event') {
    const mailServer: MailServer = {
      host: '127.0.0.1',
      port: postfix.startTlsPort,
      security: 'starttls',
      caCertificates: postfix.certificate.cert,
      username: null,
      password: null,
      from: 'coffer@example.net',
      ...fields,
    }
    const title = 'La sauvegarde de core-sw1 a échoué.'
    return createMailSender(senderDependencies({ mailServer, locale: 'fr' }), { to })(aNotification({ title, kind }))
  }

  it('arrives over STARTTLS with its headers, as text and as HTML', async () => {
    expect(await send({})).to.deep.equal({ status: 250, error: null })

    const text = await postfix.receive()
    expect(text).to.match(/^Received: from coffer\.example\.net .*\n(.*\n)?.*with ESMTPS id/m)
    expect(text).to.match(/^Message-ID: <01980f3a-5c00-7000-8000-00000000000a@coffer\.example\.net>$/m)
    expect(text)
      .to.match(/^From: Coffer <coffer@example\.net>$/m)
      .and.to.match(/^To: noc@example\.net$/m)
    expect(text)
      .to.match(/^Content-Type: multipart\/alternative/m)
      .and.to.match(/^Auto-Submitted: auto-generated$/m)
    expect(text).to.match(/^Content-Type: text\/plain; charset=utf-8$/m).and.to.match(/^Content-Type: text\/html; charset=utf-8$/m) // prettier-ignore
  })

  it('arrives over TLS from the start, and without TLS from this machine', async () => {
    expect(await send({ port: postfix.tlsPort, security: 'tls' })).to.deep.equal({ status: 250, error: null })
    expect(await postfix.receive()).to.include('with ESMTPS id')

    expect(await send({ port: postfix.plainPort, security: 'none' })).to.deep.equal({ status: 250, error: null })
    expect(await postfix.receive()).to.include('with ESMTP id')
  })

  it('is not sent if the certificate is not trusted, or the server offers no TLS or no login', async () => {
    const other = makeCertificate().cert
    const codeOf = async (fields: Partial<MailServer>) => (await send(fields)).error?.code

    expect(await codeOf({ caCertificates: other })).to.equal('outbound_tls_failed')
    expect(await codeOf({ caCertificates: null, port: postfix.tlsPort, security: 'tls' })).to.equal('outbound_tls_failed') // prettier-ignore
    expect(await codeOf({ port: postfix.plainPort })).to.equal('mail_server_without_tls')
    expect(await codeOf({ username: 'coffer', password: 'secret' })).to.equal('mail_login_refused')
    expect(await codeOf({ port: 1 })).to.equal('outbound_unreachable')
    expect(postfix.count()).to.equal(0)
  })

  it('reports what the server answers to a recipient, and in a test also one of several', async () => {
    const refused = await send({}, ['nobody@example.net'])
    const tested = await send({}, ['noc@example.net', 'nobody@example.net'], 'test')

    expect(refused).to.deep.include({ status: 550, isPermanent: true })
    expect(refused.error).to.have.property('code', 'delivery_refused')
    expect(refused.error?.params).to.have.property('answer').that.includes('User unknown')
    expect(tested).to.deep.equal({
      status: 250,
      error: { code: 'mail_recipients_refused', params: { recipients: ['nobody@example.net'] } },
      recipients: { accepted: ['noc@example.net'], refused: ['nobody@example.net'] },
    })
    await postfix.receive()
  })
})
