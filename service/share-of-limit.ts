/** The argument that the supervisor gives each HTTP process: how many of them share the limits of the replica. */
export const processCountArgument = '--http-processes='

const processCount = readProcessCount(process.argv)

/**
 * This process's share of a limit that holds for the whole replica, rounded up. In a replica of one process it is the limit.
 * @param least what one process needs in any case, such as the size of the largest single item
 */
export function shareOfLimit(limit: number, least = 1): number {
  return Math.max(least, Math.ceil(limit / processCount))
}

function readProcessCount(argv: string[]): number {
  const argument = argv.find((text) => text.startsWith(processCountArgument))
  return argument ? Number(argument.slice(processCountArgument.length)) : 1
}
