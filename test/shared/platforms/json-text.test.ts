import { expect } from 'chai'
import { createJsonText } from '../../../shared/platforms/json-text.ts'
import { ArtifactUnavailable } from '../../../shared/platforms/requests.ts'

const text = 'ltm rule "x" {\n\t\\ { é “ 🙂 \u0001 \\u0041 }\n}\n'

function taken(said: string | Buffer, pieceBytes: number) {
  const source = Buffer.from(said as string)
  const json = createJsonText('commandResult')
  const pieces: Buffer[] = []
  for (let at = 0; at < source.length; at += pieceBytes) pieces.push(json.push(source.subarray(at, at + pieceBytes)))
  return { text: Buffer.concat(pieces).toString(), ...json.end() }
}

describe('a long text in a JSON object', () => {
  const whole = {
    kind: 'a "b',
    nested: { commandResult: 'no' },
    list: ['commandResult', ':'],
    commandResult: text,
    n: 1,
  }
  const escaped = JSON.stringify(whole).replace(/[\u0080-\uffff]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  })

  for (const pieceBytes of [1, 2, 3, 7, 64, 10_000]) {
    it(`is equal when read in pieces of ${pieceBytes} bytes`, () => {
      for (const said of [JSON.stringify(whole), JSON.stringify(whole, undefined, 2), escaped]) {
        const found = taken(said, pieceBytes)

        expect(found.text).to.equal(text)
        expect(found.object).to.deep.equal({ ...whole, commandResult: '' })
        expect(found).to.include({ hasText: true, replaced: 0 })
      }
    })
  }

  it('may be absent', () => {
    expect(taken('{"kind":"x"}', 5)).to.deep.include({ text: '', hasText: false, object: { kind: 'x' } })
  })

  it('has its replaced characters counted', () => {
    const bytes = Buffer.concat([Buffer.from('{"commandResult":"caf'), Buffer.from([0xe9]), Buffer.from(' \\ufffd"}')])

    expect(taken(bytes, 4)).to.include({ text: 'caf\ufffd \ufffd', replaced: 2 })
  })

  for (const [what, said] of [
    ['is cut in the text', '{"commandResult":"net a'],
    ['is cut in an escape', '{"commandResult":"net a\\u00'],
    ['is cut after the text', '{"commandResult":"net a"'],
    ['has trailing data', '{"commandResult":"net a"} x'],
    ['is a web page', '<html>"commandResult": "secret"</html>'],
    ['is a list', '["commandResult"'],
    ['is another long text', `{"other":"${'x'.repeat(300_000)}"}`],
  ] as const) {
    it(`is rejected, without quoting, when the response ${what}`, () => {
      let why: unknown
      try {
        taken(said, 10)
      } catch (error) {
        why = error instanceof ArtifactUnavailable && error.why
      }

      expect(why).to.include({ kind: 'failed', code: 'protocol_error' })
      expect(JSON.stringify(why)).to.not.match(/net a|secret|xxx/)
    })
  }
})
