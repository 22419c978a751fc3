/** The directory refused the service account, or a search of it. */
export class DirectoryRefused extends Error {
  /** Name of the result code; contains nothing of the directory. */
  readonly reason: string

  constructor(reason: string) {
    super(`the directory refused a request: ${reason}`)
    this.reason = reason
  }
}
