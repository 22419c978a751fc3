import { StartupError } from '../../service/store/startup-error.ts'

/** Returns the message of an error for the administrator who starts the service. @throws any other error */
export function startupOf(error: unknown): StartupError['startup'] {
  if (!(error instanceof StartupError)) throw error
  return error.startup
}

/** Returns the code at the end of the line that a program of Coffer wrote to standard error. */
export function printedCode(errors: string): string | undefined {
  return /^coffer(?:-agent)?: [^\n]+ \[(\w+)\]\n$/.exec(errors)?.[1]
}
