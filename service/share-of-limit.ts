/**
 * Argument that the supervisor passes to each HTTP process: the number of processes that share the replica's limits.
 */
export const processCountArgument = '--http-processes='

const processCount = readProcessCount(process.argv)

/**
 * Returns this process's share of a replica-wide limit, rounded up. With one process it is the whole limit.
 * @param least minimum that one process needs, such as the size of the largest item
 */
export function shareOfLimit(limit: number, least = 1): number {
  return Math.max(least, Math.ceil(limit / processCount))
}

function readProcessCount(argv: string[]): number {
  const argument = argv.find((text) => text.startsWith(processCountArgument))
  return argument ? Number(argument.slice(processCountArgument.length)) : 1
}
