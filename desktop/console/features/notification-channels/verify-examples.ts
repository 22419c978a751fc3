/** How a receiver verifies a delivery; docs/events.md has the same code, and a test runs it. */
export const verifyExamples = {
  python: `import hashlib, hmac, time

def is_from_coffer(secret: str, headers, body: bytes) -> bool:
    timestamp, delivery = headers["X-Coffer-Timestamp"], headers["X-Coffer-Delivery"]
    signed = f"{timestamp}.{delivery}.".encode() + body
    expected = "sha256=" + hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, headers["X-Coffer-Signature"]) and abs(time.time() - int(timestamp)) < 300
`,
  node: `import { createHmac, timingSafeEqual } from 'node:crypto'

export function isFromCoffer(secret, headers, body) {
  const { 'x-coffer-timestamp': timestamp, 'x-coffer-delivery': delivery, 'x-coffer-signature': signature } = headers
  const signed = createHmac('sha256', secret).update(\`\${timestamp}.\${delivery}.\`).update(body)
  const [expected, given] = [\`sha256=\${signed.digest('hex')}\`, signature].map((text) => Buffer.from(text))
  const isRecent = Math.abs(Date.now() / 1000 - Number(timestamp)) < 300
  return isRecent && expected.length === given.length && timingSafeEqual(expected, given)
}
`,
} as const

export type VerifyLanguage = keyof typeof verifyExamples
