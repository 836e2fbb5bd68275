import { isRequestPlaceholder, requestValue } from '@brokerdeck/contract/access/rules/client-value.ts'
import * as v from 'valibot'
import { openMysql } from '../../backends/mysql-resource.ts'
import { openPostgresql } from '../../backends/postgresql-resource.ts'
import { parseSql } from '../../backends/sql-template.ts'
import type { AccessSource, SourceServices } from './access-source.ts'
import { askedSource } from './asked-source.ts'
import { rulesFinding } from './rules-finding.ts'

const shape = v.object({ type: v.picklist(['mysql', 'postgresql']), enable: v.boolean(), query: v.string() })

/** Each row of the answer is a rule: `permission`, `action`, `topic`, and perhaps `qos` and `retain`. */
export function sqlSource(document: unknown, services: SourceServices): AccessSource {
  const { type, enable, query } = v.parse(shape, document)
  const { sql, names } = parseSql(query, type, isRequestPlaceholder)
  const open = type === 'mysql' ? openMysql : openPostgresql
  return askedSource(
    {
      ...{ type, isEnabled: enable, otherwise: 'nomatch', failure: `query_${type}_error` },
      open: () => open(document, services),
      async find(backend, request, node) {
        const values = names.map((name) => requestValue(request, name) ?? '')
        return rulesFinding(await backend.ask({ sql, values }, node), request, services.test)
      },
    },
    services,
  )
}
