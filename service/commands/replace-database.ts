import path from 'node:path'
import type { ServiceCommandCode } from '../../shared/messages/codes.ts'
import { type MessageOf, message } from '../../shared/messages/message.ts'
import type { Settings } from '../settings.ts'

/** Returns the commands by which an operator replaces the current database with an empty one. */
export function describeReplacement({
  database,
  dataDirectory,
}: Pick<Settings, 'database' | 'dataDirectory'>): MessageOf<ServiceCommandCode> {
  if (database === 'embedded') {
    const folder = path.resolve(dataDirectory, 'database')
    return message('replace_embedded_database', { folder, former_folder: `${folder}.former` })
  }
  const { pathname, username } = new URL(database.ownerUrl)
  const [name, owner] = [quoted(pathname.slice(1) || username), quoted(username)]
  const statements = `drop database ${name}; create database ${name} owner ${owner};`
  return message('replace_external_database', { statements })
}

/** Quotes a part of a URL as an SQL identifier. */
function quoted(part: string): string {
  return `"${decodeURIComponent(part).replaceAll('"', '""')}"`
}
