import { expect } from 'chai'
import type { SyslogSettings } from '../../../../../service/domain/outbox/channels/channel-settings.ts'
import type { Notification } from '../../../../../service/domain/outbox/channels/notification.ts'
import { createSyslogSender } from '../../../../../service/domain/outbox/channels/syslog.ts'
import { checkAddressFor, createOutboundClient } from '../../../../../service/outbound/create-outbound-client.ts'
import { makeCertificate } from '../../../../support/certificate.ts'
import { aNotification, anEvent, hostileName, senderDependencies } from '../../../../support/notification.ts'
import { type Rsyslog, rsyslogMissing, startRsyslog } from '../../../../support/rsyslog.ts'

describe('syslog to a real rsyslog', () => {
  let rsyslog: Rsyslog
  before(async function () {
    if (rsyslogMissing()) return this.skip()
    rsyslog = await startRsyslog()
  })
  after(() => rsyslog?.stop())

  function send(
    fields: Partial<SyslogSettings>,
    notification: Notification = aNotification(),
    clientKey: string | null = rsyslog.client.key,
  ) {
    const settings: SyslogSettings = {
      host: '127.0.0.1',
      port: rsyslog.tlsPort,
      transport: 'tls',
      facility: 16,
      caCertificates: rsyslog.certificate.cert,
      clientCertificate: rsyslog.client.cert,
      ...fields,
    }
    const allow = [rsyslog.tlsPort, rsyslog.plainPort].map((port) => ({ address: '127.0.0.1', port }))
    const outgoing = createOutboundClient({ checkAddress: checkAddressFor(false), allow })
    return createSyslogSender(senderDependencies({ outgoing }), settings, { clientKey })(notification)
  }

  it('arrives over TLS with a client certificate, one message for each event, with structured data', async () => {
    const lines = ['Backup of Zürich failed.', `Backups of ${hostileName} succeed again.`]
    const events = [anEvent(), anEvent({ type: 'device.recovered', severity: 'info' })]

    expect(await send({}, aNotification({ kind: 'digest', lines, events }))).to.deep.equal({
      status: null,
      error: null,
    })

    const text = await rsyslog.received(/succeed again/)
    const [first, second] = text.trim().split('\n').map((line) => JSON.parse(line)) // prettier-ignore
    expect(first).to.include({ pri: '132', hostname: 'coffer.example.net', 'app-name': 'coffer', msgid: 'run.failed' })
    expect(first['timereported']).to.match(/^2026-11-28T10:26:59/)
    expect(first['msg']).to.include('Backup of Zürich failed.')
    expect(second).to.include({ pri: '134', msgid: 'device.recovered' })
    expect(second['msg']).to.include(hostileName)
    expect(second['structured-data']).to.include('[coffer@32473 ').and.to.include('customer="Acme & Sons"')
  })

  it('arrives over TCP and UDP', async () => {
    const plain = { port: rsyslog.plainPort, caCertificates: null, clientCertificate: null }

    expect((await send({ ...plain, transport: 'tcp' }, aNotification({ lines: ['Over TCP.'] }), null)).error).to.equal(null) // prettier-ignore
    expect((await send({ ...plain, transport: 'udp' }, aNotification({ lines: ['Over UDP.'] }), null)).error).to.equal(null) // prettier-ignore

    expect(await rsyslog.received(/Over UDP\./)).to.include('Over TCP.')
  })

  it('is an error if a certificate is not accepted, by either side', async () => {
    const other = makeCertificate()

    expect((await send({ caCertificates: other.cert })).error?.code).to.equal('outbound_tls_failed')
    const refused = [await send({ clientCertificate: null }, aNotification(), null), await send({ clientCertificate: other.cert }, aNotification(), other.key)] // prettier-ignore
    for (const { error } of refused) expect(error?.code).to.be.oneOf(['outbound_unreachable', 'outbound_tls_failed'])
  })

  it('does not contact a forbidden address, over any transport', async () => {
    for (const transport of ['tls', 'tcp', 'udp'] as const) {
      for (const [host, reason] of [
        ['127.0.0.1', 'own_host'],
        ['169.254.169.254', 'cloud_metadata'],
        ['::1', 'own_host'],
      ]) {
        // prettier-ignore
        const { error } = await send({ host, port: 9, transport })

        expect(error, `${transport} ${host}`).to.have.property('code', 'address_not_allowed')
        expect(error?.params).to.have.property('reason', reason)
      }
    }
  })
})
