/** Returns the error of `work`. Throws if it succeeds. */
export async function failureOf(work: PromiseLike<unknown>): Promise<Error> {
  let result: unknown
  try {
    result = await work
  } catch (error) {
    return error instanceof Error ? error : new Error(`not an error: ${String(error)}`)
  }
  throw new Error(`expected a failure, got ${JSON.stringify(result)}`)
}
