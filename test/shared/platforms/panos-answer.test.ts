import { message } from '../../../shared/messages/message.ts'
import { expect } from 'chai'
import { takePanosElement, type WantedElement } from '../../../shared/platforms/panos-answer.ts'
import { ArtifactUnavailable } from '../../../shared/platforms/requests.ts'
import { seeded } from '../../support/random.ts'
import { fixture } from '../../support/recordings.ts'

const wanted: WantedElement = {
  path: ['response', 'result', 'config'],
  missing: {
    kind: 'failed',
    code: 'privilege_insufficient',
    expected: message('expected_element', { element: 'config' }),
    seen: 'nothing',
  },
}

/** Forms in which releases and clients' tests have messages, and what they mean. */
const errorPatterns: [string, string, string][] = [
  [
    `<response status = 'error' code = '403'><result><msg>Invalid Credential</msg></result></response>`,
    'auth_failed',
    'Invalid Credential',
  ],
  [
    '<response status="error" code="22"><msg><line>Session timed out</line></msg></response>',
    'auth_failed',
    'Session timed out',
  ],
  [
    '<response status="error"><msg><line>Invalid credentials.</line></msg></response>',
    'auth_failed',
    'Invalid credentials.',
  ],
  [
    '<response status="unauth" code="16"><msg><line>Unauthorized request</line></msg></response>',
    'privilege_insufficient',
    'Unauthorized request',
  ],
  ['<response status="error"><msg>You are not authorized</msg></response>', 'privilege_insufficient', 'not authorized'],
  [
    '<response status="error"><msg><line><line>No such node</line></line></msg></response>',
    'command_refused',
    'No such node',
  ],
  [
    '<response status="error" code="17"><msg><line><![CDATA[show -> x  is unexpected]]></line></msg></response>',
    'command_refused',
    'show -> x is unexpected',
  ],
  [
    '<response status="error"><result><msg><line>a &lt;b&gt;</line></msg></result></response>',
    'command_refused',
    'a <b>',
  ],
  [
    '<response status="error"><result><job><details><line>it failed</line></details></job></result></response>',
    'command_refused',
    'it failed',
  ],
  [
    '<response status="error" code="2"><msg><line>Internal error</line></msg></response>',
    'request_failed',
    'Internal error',
  ],
  [
    '<response status="error"><msg><line>Another commit is in progress</line></msg></response>',
    'device_busy',
    'commit',
  ],
  ['<response status="success" code="7"><result/></response>', 'privilege_insufficient', 'nothing'],
  ['<response status="success"><result><other>secret</other></result></response>', 'privilege_insufficient', 'nothing'],
  ['<response><result/></response>', 'protocol_error', 'status missing'],
  ['<other status="success"/>', 'protocol_error', '<other>'],
  ['<html><body>Login</body></html>', 'protocol_error', '<html>'],
  ['Login', 'protocol_error', 'no XML'],
  ['', 'protocol_error', 'no element'],
  ['<response status="success"><result><config><a>', 'output_truncated', '<a> is not closed'],
  [
    '<response status="success"><result><config><a></b></config></result></response>',
    'output_truncated',
    '</b> inside <a>',
  ],
  [
    '<response status="success"><result><config/></result></response><response/>',
    'output_truncated',
    'second document',
  ],
]

describe('PAN-OS responses', () => {
  it('yield the requested element unchanged, however they are split', () => {
    const config = `<config version="1"><a b = 'c'/>\n <!-- d --> <config>&lt;</config><e><![CDATA[</config>]]></e></config>`
    const answer = `<?xml version="1.0"?>\n<response status="success" code="19"><result total-count="1" count="1">${config}</result></response>\n`

    for (const bytes of [1, 7, 1_000]) expect(take(answer, { bytes })).to.equal(config)
  })

  it('yield an empty element too', () => {
    expect(take('<response status="success"><result><config/></result></response>')).to.equal('<config/>')
  })

  it('yield the first element of the requested name', () => {
    const answer =
      '<response status="success"><result><entry name="a">1</entry><entry name="b">2</entry><entry name="b">3</entry></result></response>'

    expect(take(answer, { element: { ...wanted, path: ['response', 'result', 'entry'], name: 'b' } })).to.equal(
      '<entry name="b">2</entry>',
    )
  })

  for (const [answer, code, words] of errorPatterns) {
    it(`mean ${code}: ${answer.slice(0, 110) || 'nothing'}`, () => {
      const why = refusalTo(answer)

      expect(why.code).to.equal(code)
      expect(why.seen).to.contain(words)
      expect(why.seen).to.not.contain('secret')
    })
  }

  it('mean something else if they report an absent object', () => {
    const unknown = { kind: 'failed', code: 'options_invalid', seen: '' } as const
    const element = { ...wanted, unknown, missing: unknown }

    expect(
      refusalTo('<response status="error"><msg><line>No such node</line></msg></response>', element).code,
    ).to.equal('options_invalid')
    expect(refusalTo('<response status="error" code="6"><msg/></response>', element).code).to.equal('options_invalid')
  })

  it('expose no configuration, however broken they are', () => {
    const random = seeded(3)
    const config = fixture('pafw_panos/pan-os-php/examples__sample-configs__panos-example-2.xml').toString('latin1')
    const values = [...config.matchAll(/>([^<>]{8,})</g)].map(([, value = '']) => value.trim()).filter(Boolean)
    const answers = [
      `<response status="error"><result>${config}</result></response>`,
      `<response status="success"><result>${config.replaceAll('config', 'other')}</result></response>`,
      `<response status="success"><result>${config}`,
      `<response status="success"><result>${config.replace('</users>', '')}</result></response>`,
      config,
    ]
    for (let round = 0; round < 60; round++) {
      const answer = answers[round % answers.length] ?? ''
      const at = Math.floor(random() * answer.length)
      const why = refusalTo(answer.slice(0, round < answers.length ? undefined : at), { ...wanted, name: 'none' })

      expect(values.filter((value) => why.seen.includes(value))).to.deep.equal([])
    }
  })

  it('with status 403 and no XML mean missing privileges', () => {
    expect(refusalTo('<html>Forbidden</html>', wanted, 403).code).to.equal('privilege_insufficient')
  })
})

function take(answer: string, { bytes = Infinity, element = wanted, status = 200 } = {}): string {
  const taker = takePanosElement(element, status)
  const pieces: Buffer[] = []
  for (let at = 0; at < answer.length; at += bytes) pieces.push(taker.push(Buffer.from(answer.slice(at, at + bytes))))
  return Buffer.concat([...pieces, taker.end()]).toString()
}

function refusalTo(answer: string, element = wanted, status = 200) {
  try {
    take(answer, { element, status })
  } catch (error) {
    if (error instanceof ArtifactUnavailable && error.why.kind === 'failed') return error.why
    throw error
  }
  throw new Error('it was taken')
}
