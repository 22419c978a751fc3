import pg from 'pg'

/** What pg calls on a query while PostgreSQL answers it. pg publishes no types of these methods. */
interface AnsweredQuery {
  name: string | undefined
  callback: unknown
  submit(connection: Connection): Error | null
  requiresPreparation(): boolean
  handleRowDescription(message: object): void
  handleDataRow(message: object): void
  handleCommandComplete(message: object, connection: Connection): void
  handleEmptyQuery(connection: Connection): void
  handlePortalSuspended(connection: Connection): void
  handleCopyInResponse(connection: Connection): void
  handleCopyData(message: object, connection: Connection): void
  handleError(error: Error, connection: Connection): void
  handleReadyForQuery(connection: Connection): void
}

interface Connection {
  stream: { cork(): void; uncork(): void }
  submittedNamedStatements: Record<string, string>
  parse(statement: { text: string }): void
  bind(values: object): void
  execute(portal: object): void
  sync(): void
}

/** A statement with its values, as pg takes it. */
export interface StatementConfig {
  text: string
  values: readonly unknown[]
  name?: string
  types: { getTypeParser(oid: number, format?: string): unknown }
}

/**
 * A transaction's first statement, which is sent in one write with the statements that open the transaction, or its
 * last, which is sent with COMMIT. They share one Sync: if one fails, PostgreSQL skips the rest (manual, section
 * "Pipelining"). The results of the other statements are dropped.
 */
export class BoundaryStatement {
  /** pg records under this name what PostgreSQL has parsed, so it is unset until the opening statements have ended. */
  name: string | undefined
  readonly text: string
  readonly #query: AnsweredQuery
  readonly #opening: readonly string[]
  readonly #closing: string | undefined
  readonly #name: string | undefined
  #left: number
  #isComplete = false

  /** @param around `opening` and `closing`: SQL of single statements without parameters */
  constructor(config: StatementConfig, around: { opening?: readonly string[]; closing?: string }) {
    this.#query = new pg.Query({ ...config, values: [...config.values] }) as unknown as AnsweredQuery
    this.#opening = around.opening ?? []
    this.#closing = around.closing
    this.#left = this.#opening.length
    this.text = config.text
    this.#name = config.name
    if (this.#left === 0) this.name = config.name
  }

  set callback(callback: unknown) {
    this.#query.callback = callback
  }

  get callback(): unknown {
    return this.#query.callback
  }

  submit(connection: Connection): Error | null {
    connection.stream.cork()
    try {
      for (const text of this.#opening) run(connection, text)
      return this.#query.submit(this.#closing === undefined ? connection : closingWith(connection, this.#closing))
    } finally {
      connection.stream.uncork()
    }
  }

  handleRowDescription(message: object): void {
    this.#query.handleRowDescription(message)
  }

  handleDataRow(message: object): void {
    if (this.#left === 0) this.#query.handleDataRow(message)
  }

  handleCommandComplete(message: object, connection: Connection): void {
    if (this.#isComplete) return // COMMIT
    if (this.#left === 0) {
      this.#isComplete = true
      return this.#query.handleCommandComplete(message, connection)
    }
    this.#left -= 1
    if (this.#left === 0) this.name = this.#name
  }

  handleEmptyQuery(connection: Connection): void {
    this.#query.handleEmptyQuery(connection)
  }

  handlePortalSuspended(connection: Connection): void {
    this.#query.handlePortalSuspended(connection)
  }

  handleCopyInResponse(connection: Connection): void {
    this.#query.handleCopyInResponse(connection)
  }

  handleCopyData(message: object, connection: Connection): void {
    this.#query.handleCopyData(message, connection)
  }

  handleError(error: Error, connection: Connection): void {
    if (this.#name !== undefined) delete connection.submittedNamedStatements[this.#name]
    this.#query.handleError(error, connection)
  }

  handleReadyForQuery(connection: Connection): void {
    this.#query.handleReadyForQuery(connection)
  }
}

/** Sends a statement without parameters. Its portal and its name are the unnamed ones. */
function run(connection: Connection, text: string): void {
  connection.parse({ text })
  connection.bind({})
  connection.execute({})
}

/** Returns the connection as pg's query uses it, which sends one more statement before its Sync. */
function closingWith(connection: Connection, closing: string): Connection {
  const closed = Object.create(connection) as Connection
  closed.sync = () => {
    run(connection, closing)
    connection.sync()
  }
  return closed
}
