import { exitCodes } from './exit-codes.ts'
import { runClient } from './run-client.ts'

process.on('SIGINT', () => process.exit(exitCodes.interrupted))
process.on('SIGTERM', () => process.exit(exitCodes.terminated)) // exit handlers delete partial files
process.on('SIGHUP', () => process.exit(exitCodes.hungUp))

void runClient(process.argv.slice(2), process).then((code) => {
  process.exitCode = code
  process.stdin.destroy() // an open input would keep the process
})
