import { expect } from 'chai'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createJunosReply, type JunosElement } from '../../../shared/platforms/junos-reply.ts'
import { ArtifactUnavailable } from '../../../shared/platforms/requests.ts'
import { fixture } from '../../support/recordings.ts'

const folders = ['routeco_junos/rpc-replies', 'routeco_junos/py-junos-eznc', 'routeco_junos/py-junos-eznc/firefly']
const recorded = folders.flatMap((folder) =>
  readdirSync(join(import.meta.dirname, '../../fixtures', folder), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => `${folder}/${name}`),
)

describe('a Junos reply', () => {
  it('that was recorded yields its configuration or a specific failure, however it is split', () => {
    const codes = new Set<string | undefined>()
    for (const path of recorded) {
      const whole = outcomeOf(fixture(path), 1_000_000)
      for (const bytes of [1, 7, 4096]) expect(outcomeOf(fixture(path), bytes), path).to.deep.equal(whole)
      codes.add(whole.code)
      if (whole.text !== undefined) expect(whole.text, path).to.match(/^<configuration[ >][\s\S]*<\/configuration>\n$/)
    }
    expect([...codes]).to.have.members([undefined, 'command_refused', 'privilege_insufficient', 'request_failed'])
  })

  it('that was recorded and corrupted yields no malformed text', () => {
    for (const path of recorded.filter((name) => outcomeOf(fixture(name), 4096).text !== undefined)) {
      const said = fixture(path)
      for (let at = 0; at < said.length; at += 17) {
        const { text } = outcomeOf(said.subarray(0, at), 4096)
        if (text !== undefined)
          expect(text.trimEnd(), `${path} at ${at}`).to.equal(outcomeOf(said, 4096).text?.trimEnd())
      }
    }
  })

  for (const [what, inner] of Object.entries({
    'in the results of a load':
      '<load-configuration-results><rpc-error><error-severity>error</error-severity><error-message>x y</error-message></rpc-error></load-configuration-results>',
    'of one routing engine':
      '<commit-results><routing-engine><name>re1</name><xnm:error><message>x y</message></xnm:error></routing-engine></commit-results>',
    'without a type or a tag': '<rpc-error><error-message>\nx y\n</error-message></rpc-error>',
    'behind a warning':
      '<rpc-error><error-severity>warning</error-severity><error-message>w</error-message></rpc-error><nc:rpc-error><nc:error-message>x y</nc:error-message></nc:rpc-error>',
    'in words': '\nprotocol: operation-failed\nerror: x y\n',
  })) {
    it(`fails on an error ${what}, also beside a configuration`, () => {
      for (const beside of ['', '<configuration><a/></configuration>']) {
        expect(outcomeOf(reply(`${inner}${beside}`), 5)).to.include({ code: 'request_failed', seen: 'x y' })
      }
    })
  }

  it('may begin with a byte order mark, even after a line feed', () => {
    const text = outcomeOf(reply('<configuration><a/></configuration>'), 5).text

    for (const front of ['\xef\xbb\xbf', '\n\xef\xbb\xbf', '\r\n \n\xef\xbb\xbf', '\n']) {
      const said = Buffer.concat([Buffer.from(front, 'latin1'), reply('<configuration><a/></configuration>')])
      for (const bytes of [1, 2, 3, 4096])
        expect(outcomeOf(said, bytes), JSON.stringify(front)).to.deep.include({ text })
    }
  })

  for (const [words, code] of Object.entries({
    'permission denied': 'privilege_insufficient',
    'configuration database locked by: ann terminal (pid 7)': 'device_busy',
    'configuration database modified': 'device_busy',
    'syntax error, expecting &lt;/filter&gt;': 'command_refused',
    'could not read the database': 'request_failed',
  })) {
    it(`maps "${words}" to a failure`, () => {
      expect(outcomeOf(reply(`<rpc-error><error-message>${words}</error-message></rpc-error>`), 5)).to.include({ code })
    })
  }

  it('returns a text as bytes, without its wrapper', () => {
    for (const [inner, text] of [
      ['\n\n\t a {\n  b;\n}\n\n \t', 'a {\n  b;\n}\n'],
      ['a "&lt;&amp;&gt;&quot;&apos;&#233;&#xE9;"', 'a "<&>"\'\xc3\xa9\xc3\xa9"\n'],
      ['a &amp;amp; &nothing; &#0; b', 'a &amp; &nothing; \0 b\n'],
      ['\xc3\xa9\xa0', '\xc3\xa9\xa0\n'],
    ] as const) {
      const said = reply(`<configuration-text xmlns="x" junos:commit-user="a>b">${inner}</configuration-text>`)
      for (const bytes of [1, 2, 3, 4096]) {
        expect(outcomeOf(said, bytes, 'configuration-text')).to.deep.equal({ text })
      }
    }
  })

  it('is disturbed by text between configuration elements', () => {
    const disturbed = '<configuration>\n<system>\n<a>b</a>\nSystem going down\n</system>\n</configuration>'

    expect(outcomeOf(reply(disturbed), 5)).to.include({ code: 'output_disturbed' })
    expect(outcomeOf(reply(disturbed.replace('System going down', '<!-- a -->')), 5)).to.include.keys('text')
  })

  it('is distinguished from another form, another message and two configurations', () => {
    expect(outcomeOf(reply('<configuration/>'), 5, 'configuration-set')).to.include({
      code: 'command_refused',
      seen: '<configuration>',
    })
    expect(outcomeOf(reply('<configuration/><configuration/>'), 5)).to.include({
      code: 'command_refused',
      seen: '2 of them',
    })
    expect(outcomeOf(reply('<configuration-set><a/></configuration-set>'), 5, 'configuration-set')).to.include({
      code: 'protocol_error',
    })
    const stranger = createJunosReply('configuration', '102')
    expect(() => stranger.push(Buffer.from('<rpc-reply message-id="101">'))).to.throw(ArtifactUnavailable)
  })
})

function reply(inner: string): Buffer {
  return Buffer.from(
    `<?xml version="1.0"?>\n<!-- user root -->\n<rpc-reply message-id="101">${inner}</rpc-reply>\n`,
    'latin1',
  )
}

function outcomeOf(said: Buffer, bytes: number, element: JunosElement = 'configuration') {
  const taker = createJunosReply(element)
  const out: Buffer[] = []
  try {
    for (let from = 0; from < said.length; from += bytes) out.push(taker.push(said.subarray(from, from + bytes)))
    out.push(taker.end())
    return { text: Buffer.concat(out).toString('latin1') }
  } catch (error) {
    if (!(error instanceof ArtifactUnavailable) || error.why.kind !== 'failed') throw error
    const { code, seen } = error.why
    return { code, seen }
  }
}
