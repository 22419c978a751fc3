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
}

/** A statement with its values, as pg takes it. */
export interface StatementConfig {
  text: string
  values: readonly unknown[]
  name?: string
  types: { getTypeParser(oid: number, format?: string): unknown }
}

/**
 * A transaction's first statement, which is sent in one write with the statements that open the transaction. They share
 * one Sync: if one fails, PostgreSQL skips the rest (manual, section "Pipelining"). The rows of the opening statements
 * are dropped.
 */
export class FirstStatement {
  /** pg records under this name what PostgreSQL has parsed, so it is unset until the opening statements have ended. */
  name: string | undefined
  readonly text: string
  readonly #query: AnsweredQuery
  readonly #opening: readonly string[]
  readonly #name: string | undefined
  #left: number

  /** @param opening SQL of single statements without parameters */
  constructor(config: StatementConfig, opening: readonly string[]) {
    this.#query = new pg.Query({ ...config, values: [...config.values] }) as unknown as AnsweredQuery
    this.#opening = opening
    this.#left = opening.length
    this.text = config.text
    this.#name = config.name
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
      for (const text of this.#opening) {
        connection.parse({ text })
        connection.bind({})
        connection.execute({})
      }
      return this.#query.submit(connection)
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
    if (this.#left === 0) return this.#query.handleCommandComplete(message, connection)
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
