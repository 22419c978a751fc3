/** Returns the error of `work`. Throws if it succeeds. */
export async function failureOf<Failure extends Error = Error & { code?: string }>(
  work: PromiseLike<unknown>,
): Promise<Failure> {
  let result: unknown
  try {
    result = await work
  } catch (error) {
    if (error instanceof Error) return error as Failure
    throw new Error(`not an error: ${String(error)}`, { cause: error })
  }
  throw new Error(`expected a failure, got ${JSON.stringify(result)}`)
}
