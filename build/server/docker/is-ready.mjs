// Health check of the container: the service and its database respond. `--url` is for a test.
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { url: { type: 'string', default: 'http://127.0.0.1:8080' } } })
const isReady = await fetch(`${values.url}/ready`, { signal: AbortSignal.timeout(4_000) }).then(
  ({ ok }) => ok,
  () => false,
)
process.exitCode = isReady ? 0 : 1
