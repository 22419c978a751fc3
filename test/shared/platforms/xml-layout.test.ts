import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { createXmlLayout } from '../../../shared/platforms/xml-layout.ts'
import { createXmlTokens } from '../../../shared/platforms/xml-tokens.ts'
import { fixture } from '../../support/recordings.ts'
import { seeded } from '../../support/random.ts'

const captures = ['pafw_panos', 'pafw_panorama'].flatMap((platform) =>
  readdirSync(join(import.meta.dirname, '../../fixtures', platform), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.xml'))
    .map((name) => join(platform, name)),
)

describe('the XML layout', () => {
  for (const path of captures) {
    it(`is equal for ${path} on one line and indented, however it is split`, () => {
      const text = fixture(path).toString('latin1')
      const laid = lay(text)

      expect(lay(text.replace(/>\s+</g, '><'))).to.equal(laid)
      expect(lay(text.replace(/\n/g, '\r\n'))).to.equal(laid)
      expect(lay(laid)).to.equal(laid)
      for (const bytes of [1, 7, 4096]) expect(lay(text, { bytes })).to.equal(laid)
    })
  }

  it('puts each element on its own line with its text and attributes', () => {
    const text = `<a  x='1' y = "2" ><b>one</b><c/><d></d><e>\n </e><f> </f><g>two\nlines</g><h name="i > j"><k/></h></a >`

    expect(lay(text).split('\n')).to.deep.equal([
      `<a x='1' y="2">`,
      '  <b>one</b>',
      '  <c/>',
      '  <d/>',
      '  <e/>',
      '  <f> </f>',
      '  <g>two',
      'lines</g>',
      '  <h name="i > j">',
      '    <k/>',
      '  </h>',
      '</a>',
      '',
    ])
  })

  it('keeps references, CDATA and comments', () => {
    const text = '<a><!-- c --><b>&lt;x&gt;&#10;&amp;</b><d><![CDATA[<e>]]&gt;]]>f</d></a>'

    expect(lay(text)).to.equal(
      '<a>\n  <!-- c -->\n  <b>&lt;x&gt;&#10;&amp;</b>\n  <d><![CDATA[<e>]]&gt;]]>f</d>\n</a>\n',
    )
  })

  it('omits bookkeeping elements at their paths', () => {
    const omit = ['a/counts', 'a/users/entry/seen']
    const text =
      '<a><counts><x>1</x></counts><b><counts>2</counts></b>' +
      '<users><entry name="n" time="3" who="time=1"><seen/><seen>4</seen><rest/></entry></users></a>'

    expect(lay(text, { omit, omitAttributes: ['time'] })).to.equal(
      '<a>\n  <b>\n    <counts>2</counts>\n  </b>\n  <users>\n    <entry name="n" who="time=1">\n      <rest/>\n    </entry>\n  </users>\n</a>\n',
    )
  })

  it('leaves a text unchanged that is not XML', () => {
    const text = '\n\nconfig {\n  login-banner "a <b>\r\nc";\n}\r'

    expect(lay(text)).to.equal(text)
    expect(lay(text, { bytes: 1 })).to.equal(text)
  })

  it('loses nothing of truncated or malformed input', () => {
    const random = seeded(7)
    const whole = fixture('pafw_panos/iron-skillet/iron_skillet_panos_full.xml')
      .toString('latin1')
      .replace(/>\s*</g, '><')
      .replace(/<([\w-]+)([^<>]*)(?:\/>|><\/\1>)/g, '<$1$2>-</$1>')
      .slice(0, 8_000)
    for (let round = 0; round < 120; round++) {
      const at = Math.floor(random() * whole.length)
      const wound = ['', '<', '>', '</x>', '<x', '"', '<!--', '<![CDATA[', '&', '<?'][round % 10] ?? ''
      const broken = whole.slice(0, at) + wound + whole.slice(at + Math.floor(random() * 40))

      expect(squash(lay(broken)), `round ${round}`).to.equal(squash(broken))
      expect(lay(broken, { bytes: 13 }), `round ${round}`).to.equal(lay(broken))
    }
  })

  it('does not omit the rest of a text for an unclosed element', () => {
    const text = '<a><counts><x>1</x></b><c>kept</c></a>'

    expect(lay(text, { omit: ['a/counts'] })).to.contain('<c>kept</c>')
  })

  it('streams a one-line document, and splits an endless value', () => {
    const layout = createXmlLayout({ omit: [], omitAttributes: [], omitRootAttributes: [] })
    const piece = '<entry name="n"><member>x</member></entry>'.repeat(1_000)
    layout.push('<config>')

    for (let count = 0; count < 50; count++) expect(layout.push(piece).length).to.be.greaterThan(piece.length)

    const long = lay(`<a>${'x'.repeat(1_000_000)}</a>`)
    expect(Math.max(...long.split('\n').map(({ length }) => length))).to.equal(64 * 1024)
  })

  it('consists of tokens that join to the original text', () => {
    const random = seeded(11)
    const alphabet = ['<', '>', '/', 'a', '"', "'", '!', '-', '[', ']', '?', ' ', '=', 'CDATA', '\n']
    for (let round = 0; round < 2_000; round++) {
      const text = Array.from({ length: 30 }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')
      let again = ''
      const tokens = createXmlTokens(({ source }) => (again += source))
      for (const character of text) tokens.push(character)
      tokens.end()

      expect(again).to.equal(text)
    }
  })
})

function lay(
  text: string,
  {
    bytes = Infinity,
    omit = [] as string[],
    omitAttributes = [] as string[],
    omitRootAttributes = [] as string[],
  } = {},
): string {
  const layout = createXmlLayout({ omit, omitAttributes, omitRootAttributes })
  let laid = ''
  for (let at = 0; at < text.length; at += bytes) laid += layout.push(text.slice(at, at + bytes))
  return laid + layout.end()
}

function squash(text: string): string {
  return text.replace(/\s+/g, '').replace(/<([\w-]+)([^<>]*)><\/\1>/g, '<$1$2/>')
}
