import { tlsClientForm } from '#domain/tls/tls-client-form.ts'
import type { Field, Section } from '#kit/form/field.ts'
import { mongodbConnection } from '#managed/access-backend/mongodb-connection.ts'
import { redisConnection } from '#managed/access-backend/redis-connection.ts'
import { mysqlConnection, postgresqlConnection } from '#managed/access-backend/sql-connections.ts'
import { authenticatorForm as m } from '../messages.ts'
import { hashSection, hasOwnSalt } from './hash-form.ts'
import { placeholders } from './placeholders.ts'

const question = (fields: readonly Field[]): Section => ({ id: 'question', title: m.question, fields })

const query: Field = {
  kind: 'lines',
  path: 'query',
  label: m.query,
  help: m.queryHelp(placeholders),
  isRequired: true,
  isCode: true,
  rows: 3,
  width: 12,
}

const timeout: Field = {
  kind: 'duration',
  path: 'query_timeout',
  label: m.queryTimeout,
  default: '5s',
  isAdvanced: true,
}

const after = [hashSection(false), tlsClientForm('ssl')]

export const mysqlSections: readonly Section[] = [mysqlConnection, question([query, timeout]), ...after]

export const postgresqlSections: readonly Section[] = [postgresqlConnection, question([query]), ...after]

const command: Field = {
  kind: 'text',
  path: 'cmd',
  label: m.command,
  help: m.commandHelp(placeholders),
  isRequired: true,
  isCode: true,
  pattern: {
    regex: /^\s*(?:hgetall\s+\S|hm?get\s+\S+\s(?:.*\s)?["']?password_hash["']?(?:\s|$))/i,
    message: m.commandRule,
  },
  width: 12,
}

export const redisSections: readonly Section[] = [redisConnection, question([command]), ...after]

const fieldName = (path: string, label: string, known: string): Field => ({
  kind: 'text',
  path,
  label,
  isCode: true,
  default: known,
  width: 4,
})

const search: readonly Field[] = [
  { kind: 'text', path: 'collection', label: m.collection, isRequired: true, isCode: true, width: 12 },
  { kind: 'json', path: 'filter', label: m.filter, help: m.filterHelp(placeholders), default: {} },
  fieldName('password_hash_field', m.hashField, 'password_hash'),
  { ...fieldName('salt_field', m.saltField, 'salt'), when: hasOwnSalt },
  fieldName('is_superuser_field', m.superuserField, 'is_superuser'),
]

export const mongodbSections: readonly Section[] = [mongodbConnection, question(search), ...after]
