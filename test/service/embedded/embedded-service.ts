import { StartupError } from '../../../service/store/startup-error.ts'
import { startEmbeddedPostgres } from '../../../service/embedded/postgres.ts'

// The embedded database in its own process, which a test may kill. It reports events to its parent, and ends with it.
const log = (level: string, line: string) => process.send?.({ log: `${level}: ${line}` })
const settings = { fsync: 'off', shared_buffers: '16MB' }

try {
  const postgres = await startEmbeddedPostgres({ dataDirectory: process.argv[2] ?? '', log, settings })
  const stop = () => void postgres.stop().then(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('disconnect', stop)
  process.send?.({ ready: { serviceUrl: postgres.serviceUrl, ownerUrl: postgres.ownerUrl, folder: postgres.folder } })
} catch (error) {
  process.send?.({ refused: error instanceof StartupError ? error.startup.code : String(error) })
  process.disconnect()
}
