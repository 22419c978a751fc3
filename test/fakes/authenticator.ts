import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { type CBORType, encodeCBOR } from '@levischuck/tiny-cbor'

const [userPresent, userVerified, hasCredentialData] = [0x01, 0x04, 0x40]

/** What a test changes in a response. */
interface ResponseOptions {
  origin?: string
  rpId?: string
  counter?: number
  isVerified?: boolean
}

/** A passkey as a browser with an authenticator has it (WebAuthn level 3, sections 6 and 7), with an ES256 key. */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const base = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const }
  let uses = 0
  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const authData = (rpId: string, counter: number, flags: number) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count])
  }
  const verified = ({ isVerified = true }: ResponseOptions) => userPresent | (isVerified ? userVerified : 0)
  return {
    create({ challenge, rp }: { challenge: string; rp?: { id?: string } }, options: ResponseOptions = {}) {
      const jwk = publicKey.export({ format: 'jwk' })
      const cose = encodeCBOR(
        new Map<number, CBORType>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Uint8Array.from(Buffer.from(jwk.x!, 'base64url'))],
          [-3, Uint8Array.from(Buffer.from(jwk.y!, 'base64url'))],
        ]),
      )
      const length = Buffer.from([0, id.length])
      const head = authData(options.rpId ?? rp?.id ?? '', 0, verified(options) | hasCredentialData)
      const data = Buffer.concat([head, Buffer.alloc(16), length, id, cose])
      const attestation = encodeCBOR(
        new Map<string, CBORType>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', Uint8Array.from(data)],
        ]),
      )
      return {
        ...base,
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, options.origin ?? origin).toString('base64url'),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    get({ challenge, rpId }: { challenge: string; rpId?: string }, options: ResponseOptions = {}) {
      const data = authData(options.rpId ?? rpId ?? '', options.counter ?? ++uses, verified(options))
      const client = clientData('webauthn.get', challenge, options.origin ?? origin)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return {
        ...base,
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
        },
      }
    },
  }
}
