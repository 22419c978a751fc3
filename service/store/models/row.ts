import { Model, snakeCaseMappers } from 'objection'

/**
 * A table's row: columns are snake_case in SQL and camelCase here and in queries. Fields are declared, never defined: a defined field
 * would make every row carry each column as undefined. No model knows a connection, so a query without a scoped
 * transaction fails.
 */
export class Row extends Model {
  static override columnNameMappers = snakeCaseMappers()
  static override useLimitInFirst = true
}
