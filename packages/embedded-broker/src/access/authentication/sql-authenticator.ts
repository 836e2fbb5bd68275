import { parseSql } from '@brokerdeck/languages/access-rules/sql-template.ts'
import * as v from 'valibot'
import type { Resource } from '../../backends/resource.ts'
import type { SqlQuery, SqlRow } from '../../backends/sql-query.ts'
import { type Authenticator, badCredentials, type Step } from './authenticator.ts'
import { credentialValue, isCredential } from './credential-value.ts'
import { checkStoredPassword, parsePasswordHash } from './stored-password.ts'

const shape = v.object({ query: v.string() })

export function sqlAuthenticator(
  document: unknown,
  resource: Resource<SqlQuery, readonly SqlRow[]>,
  dialect: 'mysql' | 'postgresql',
): Authenticator {
  const algorithm = parsePasswordHash(document)
  const statement = parseSql(v.parse(shape, document).query, dialect, isCredential)
  return {
    resource,
    async authenticate(credentials): Promise<Step> {
      if (credentials.method !== undefined) return 'ignore'
      // EMQX sends no request for a client without a password.
      if (credentials.password === undefined) return badCredentials
      const values = statement.names.map((name) => credentialValue(credentials, name) ?? null)
      const [row] = await resource.ask({ sql: statement.sql, values }, credentials.node)
      const stored = row && {
        hash: row['password_hash'],
        salt: row['salt'],
        isSuperuser: row['is_superuser'],
      }
      return checkStoredPassword(algorithm, credentials, stored)
    },
    close: () => resource.close(),
  }
}
