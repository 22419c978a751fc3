import { expect } from 'chai'
import { publicKeyOf, signText, signingKeyFrom } from '../../../shared/agent-protocol/ed25519.ts'
import * as exchange from '../../../shared/agent-protocol/exchange.ts'
import vectors from './vectors.json' with { type: 'json' }

const agentKey = signingKeyFrom(Buffer.from(vectors.agentSeed, 'hex'))
const serviceKey = signingKeyFrom(Buffer.from(vectors.serviceSeed, 'hex'))
const [, heartbeat] = vectors.exchanges.map(({ request, answer, ...rest }) => ({
  ...rest,
  request: hashBody(request),
  answer: { ...answer, body: Buffer.from(answer.body) },
}))

/** A vector holds the body itself. */
function hashBody({ body, ...facts }: { body: string } & Omit<exchange.RequestFacts, 'bodySha256'>) {
  return { ...facts, bodySha256: exchange.bodySha256(Buffer.from(body)) }
}

describe('a signed exchange', () => {
  for (const vector of vectors.exchanges) {
    it(`has the specified texts and signatures: ${vector.name}`, () => {
      const request = hashBody(vector.request)
      const answer = { ...vector.answer, body: Buffer.from(vector.answer.body) }

      expect(exchange.requestText(request).toString()).to.equal(vector.requestText)
      expect(exchange.signRequest(agentKey, request)).to.equal(vector.requestSignature)
      expect(exchange.answerText(request, answer).toString()).to.equal(vector.answerText)
      expect(signText(serviceKey, exchange.answerText(request, answer)).toString('base64')).to.equal(
        vector.answerSignature,
      )
    })
  }

  it('is rejected when any signed part of the request was altered', () => {
    const { request, requestSignature } = heartbeat!
    const alterations = [
      { agent: vectors.token.agentId.replace('1', '2') },
      { session: '-' },
      { number: 6 },
      { method: 'PUT' },
      { target: '/api/agent/heartbeats?x=1' },
      { bodySha256: exchange.bodySha256(Buffer.from('{"leases":[],"dropped":[] }')) },
    ]

    const accepted = alterations.filter((part) =>
      exchange.isRequestSigned(publicKeyOf(agentKey), { ...request, ...part }, requestSignature),
    )

    expect(exchange.isRequestSigned(publicKeyOf(agentKey), request, requestSignature)).to.equal(true)
    expect(accepted).to.deep.equal([])
  })

  it('rejects a response to another request, or with another status or body', () => {
    const { request, answer, answerSignature } = heartbeat!
    const isSigned = (asked: exchange.RequestFacts, answered: exchange.AnswerFacts) =>
      exchange.isAnswerSigned(publicKeyOf(serviceKey), asked, answered, answerSignature)

    expect(isSigned(request, answer)).to.equal(true)
    expect(isSigned({ ...request, target: '/api/agent/claims' }, answer)).to.equal(false)
    expect(isSigned(request, { ...answer, status: 204 })).to.equal(false)
    expect(isSigned(request, { ...answer, body: Buffer.from('{}') })).to.equal(false)
    expect(isSigned({ ...request, number: 8 }, answer)).to.equal(false)
  })

  it('rejects malformed signatures', () => {
    const { request } = heartbeat!
    const key = publicKeyOf(agentKey)

    expect(exchange.isRequestSigned(key, request, undefined)).to.equal(false)
    expect(exchange.isRequestSigned(key, request, 'AAAA')).to.equal(false)
    expect(exchange.isRequestSigned(Buffer.alloc(5), request, heartbeat!.requestSignature)).to.equal(false)
    expect(exchange.isRequestSigned(Buffer.alloc(32, 0xff), request, heartbeat!.requestSignature)).to.equal(false)
  })

  it('sends the digest in an RFC 9530 header, and accepts no other form', () => {
    const digest = exchange.bodySha256(Buffer.from('{"hello": "world"}\n'))
    const header = exchange.writeContentDigest(digest)

    expect(header).to.equal('sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:')
    expect(exchange.readContentDigest(header)).to.equal(digest)
    for (const other of [
      undefined,
      '',
      digest,
      `${header}, ${header}`,
      header.replace('256', '512'),
      'sha-256=:AAAA:',
    ]) {
      expect(exchange.readContentDigest(other)).to.equal(undefined)
    }
  })

  it('signs the path after a proxy’s prefix', () => {
    expect(exchange.targetOf('/coffer/api/agent/claims')).to.equal('/api/agent/claims')
    expect(exchange.targetOf('/api/agent/challenge?nonce=x')).to.equal('/api/agent/challenge?nonce=x')
    const elsewhere = '/API/agent/heartbeats?after=/api/agent/claims'
    expect(exchange.targetOf(elsewhere)).to.equal(elsewhere)
  })
})
