import { expect } from 'chai'
import { buildSyslogMessages } from '../../../../../service/domain/outbox/channels/build-syslog-messages.ts'
import { aNotification, anEvent, hostileName } from '../../../../support/notification.ts'

const options = { facility: 16, hostname: 'coffer.example.net', maxBytes: 2048 }

describe('a syslog message', () => {
  it('has the form of RFC 5424, with the facts of the event as structured data', () => {
    const [text] = buildSyslogMessages(aNotification({ alert: { key: 'k', resolved: false } }), options)

    expect(text).to.equal(
      '<132>1 2026-11-28T10:26:59.500Z coffer.example.net coffer - run.failed ' +
        '[coffer@32473 id="01980f3a-5c00-7000-8000-00000000000a" kind="event" severity="warning" type="run.failed" ' +
        'event="01980f3a-5c00-7000-8000-00000000000b" customer="Acme & Sons" ' +
        `device="core_<b>*1* \\"\\]\\\\ @all & \`x\`" alert="k" state="open" link="${aNotification().link}"] ` +
        `\uFEFF${aNotification().lines[0]}`,
    )
  })

  it('is one for each event, with its own severity', () => {
    const events = [anEvent(), anEvent({ type: 'device.recovered', severity: 'info' })]
    const texts = buildSyslogMessages(aNotification({ kind: 'digest', lines: ['One.', 'Two.'], events }), options)

    expect(texts.map((text) => text.slice(0, 7))).to.deep.equal(['<132>1 ', '<134>1 '])
    expect(texts[1])
      .to.include(' device.recovered [')
      .and.to.match(/\uFEFFTwo\.$/)
  })

  it('has no line break or control character of a name, and stays within the size', () => {
    const line = `a\r\n<0>1 - - - - - b\u0000${'é'.repeat(3_000)}`
    const customer = `x\n"] ${hostileName}`.repeat(100)
    const [text = ''] = buildSyslogMessages(aNotification({ lines: [line], customer }), options)

    expect(text).not.to.match(/[\0\r\n]/)
    expect(Buffer.byteLength(text)).to.be.at.most(options.maxBytes)
    expect(text).not.to.include('\uFFFD')
  })
})
