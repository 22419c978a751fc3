import { expect } from 'chai'
import {
  TokenUnreadable,
  readEnrollmentToken,
  tokenKeys,
  writeEnrollmentToken,
} from '../../../shared/agent-protocol/enrollment-token.ts'
import vectors from './vectors.json' with { type: 'json' }

const { agentId, seed, text, publicKey } = vectors.token
const written = { agentId, seed: Buffer.from(seed, 'hex'), serviceKeyFingerprint: vectors.serviceKeyFingerprint }

describe('an enrolment token', () => {
  it('is encoded as specified, and decoded into its parts', () => {
    expect(writeEnrollmentToken(written)).to.equal(text)
    expect(readEnrollmentToken(text)).to.deep.equal(written)
    expect(tokenKeys(written.seed).publicKey.toString('hex')).to.equal(publicKey)
  })

  it('survives a line break from a mail', () => {
    expect(readEnrollmentToken(`  ${text.slice(0, 60)}\r\n  ${text.slice(60)}\n`)).to.deep.equal(written)
  })

  it('reports whether it is truncated, mistyped or something else', () => {
    const mistyped = text.slice(0, 50) + (text[50] === 'A' ? 'B' : 'A') + text.slice(51)

    expect(() => readEnrollmentToken(text.slice(0, -3))).to.throw(TokenUnreadable, 'copy it whole')
    expect(() => readEnrollmentToken(mistyped)).to.throw(TokenUnreadable, 'mistyped')
    expect(() => readEnrollmentToken('hello')).to.throw(TokenUnreadable, 'begins with bkp1.')
  })
})
