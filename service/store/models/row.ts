import { Model, snakeCaseMappers } from 'objection'

/**
 * A table's row: columns are snake_case in SQL and camelCase here and in queries. Fields are declared, not defined: a
 * defined field would add each column to every row as undefined. Models have no connection, so a query without a scoped
 * transaction fails.
 */
export class Row extends Model {
  static override columnNameMappers = snakeCaseMappers()
  static override useLimitInFirst = true
}
