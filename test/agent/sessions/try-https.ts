import { openHttps } from '../../../agent/sessions/https.ts'

// Connects to the address in argv and prints why the certificate is trusted, or the code of the failure. It is a
// separate process because Node reads additional authorities only at its start.
const [host = '', port = ''] = process.argv.slice(2)
try {
  const target = {
    host,
    port: Number(port),
    legacyAlgorithms: false,
    timeouts: { connectMs: 8_000, handshakeMs: 8_000 },
  }
  const trust = { acceptsAny: false, approved: [], checkFingerprint: () => Promise.resolve('refused' as const) }
  const session = await openHttps({ ...target, trust }, new AbortController().signal)
  process.stdout.write(session.facts.trusted)
  await session.close()
} catch (failure) {
  process.stdout.write((failure as { code: string }).code)
}
