/** What a promise rejects with; a test that expects a refusal fails when there is none. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('nothing was refused')
}
