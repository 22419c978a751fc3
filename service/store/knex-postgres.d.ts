/** knex's PostgreSQL client, for which knex publishes no types. */
declare module 'knex/lib/dialects/postgres/index.js' {
  import { Knex } from 'knex'
  export default class PostgresClient extends Knex.Client {
    _query(connection: object, query: object): Promise<unknown>
  }
}
