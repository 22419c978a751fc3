import { StartupError } from '../../service/store/startup-error.ts'

/** The message of an error for the person who starts the service. @throws whatever else was thrown */
export function startupOf(error: unknown): StartupError['startup'] {
  if (!(error instanceof StartupError)) throw error
  return error.startup
}

/** The code at the end of the one line that a program of Coffer wrote to standard error. */
export function printedCode(errors: string): string | undefined {
  return /^coffer(?:-agent)?: [^\n]+ \[(\w+)\]\n$/.exec(errors)?.[1]
}
