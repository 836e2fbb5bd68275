import { tlsClientForm } from '#domain/tls/tls-client-form.ts'
import { mongodbConnection } from '#features/access/access-backend/mongodb-connection.ts'
import { redisConnection } from '#features/access/access-backend/redis-connection.ts'
import { mysqlConnection, postgresqlConnection } from '#features/access/access-backend/sql-connections.ts'
import type { Field, Section } from '#kit/form/field.ts'
import { m } from './messages.ts'
import { clientPlaceholders } from './placeholders.ts'

const question = (fields: readonly Field[]): Section => ({ id: 'question', title: m.question, fields })

const tls = tlsClientForm('ssl')

const query: Field = {
  kind: 'lines',
  path: 'query',
  label: m.query,
  help: m.queryHelp(clientPlaceholders),
  isRequired: true,
  isCode: true,
  width: 12,
}

export const mysqlSections: readonly Section[] = [mysqlConnection, question([query]), tls]

export const postgresqlSections: readonly Section[] = [postgresqlConnection, question([query]), tls]

const command: Field = {
  kind: 'text',
  path: 'cmd',
  label: m.command,
  help: m.commandHelp(clientPlaceholders),
  isRequired: true,
  isCode: true,
  pattern: { regex: /^\s*(?:hgetall\s+\S|hmget\s+\S+\s+\S)/i, message: m.commandRule },
  width: 12,
}

export const redisSections: readonly Section[] = [redisConnection, question([command]), tls]

const search: readonly Field[] = [
  { kind: 'text', path: 'collection', label: m.collection, isRequired: true, isCode: true, width: 12 },
  { kind: 'json', path: 'filter', label: m.filter, help: m.filterHelp(clientPlaceholders), default: {} },
  { kind: 'number', path: 'limit', label: m.limit, help: m.limitHelp, min: 1, isAdvanced: true },
  { kind: 'number', path: 'skip', label: m.skip, help: m.skipHelp, min: 0, isAdvanced: true },
]

export const mongodbSections: readonly Section[] = [mongodbConnection, question(search), tls]
