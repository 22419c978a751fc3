/** The error that `work` ends with. One that succeeds is itself a failure. */
export async function failureOf(work: PromiseLike<unknown>): Promise<Error> {
  let result: unknown
  try {
    result = await work
  } catch (error) {
    return error instanceof Error ? error : new Error(`not an error: ${String(error)}`)
  }
  throw new Error(`expected a failure, got ${JSON.stringify(result)}`)
}
