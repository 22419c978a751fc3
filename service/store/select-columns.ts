/**
 * Returns the select list of a table's columns, named in camel case, so that a raw query returns rows with the names of
 * the models: `jobs.tenant_id as "tenantId"`.
 * @param table its name or alias in the statement
 */
export function selectColumns(table: string, columns: readonly string[]): string {
  return columns.map((name) => `${table}.${snakeCase(name)} as "${name}"`).join(', ')
}

/** Columns are named `tenantId` in queries and models, and `tenant_id` in SQL. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
