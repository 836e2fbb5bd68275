import { accessSourceSchema } from '@brokerdeck/contract/access/authorization.ts'
import { parseAclFile } from '@brokerdeck/contract/access/rules/parse-acl-file.ts'
import { placeFileRules } from '@brokerdeck/contract/access/rules/place-rules.ts'
import * as v from 'valibot'
import type { AccessSource, SourceServices } from './access-source.ts'
import { httpSource } from './http-source.ts'
import { ldapSource } from './ldap-source.ts'
import { mongodbSource } from './mongodb-source.ts'
import { redisSource } from './redis-source.ts'
import { sqlSource } from './sql-source.ts'

/** The source that a checked document describes, at work. */
export function sourceOf(document: unknown, services: SourceServices): AccessSource {
  const { type, enable: isEnabled } = v.parse(accessSourceSchema, document)
  switch (type) {
    case 'file':
      return fileSource(document, isEnabled)
    case 'built_in_database':
      return {
        type,
        link: { kind: 'rules', source: type, isEnabled, rules: services.builtIn },
        ruleCount: services.builtInCount,
      }
    case 'http':
      return httpSource(document, services)
    case 'redis':
      return redisSource(document, services)
    case 'mongodb':
      return mongodbSource(document, services)
    case 'ldap':
      return ldapSource(document, services)
    default:
      return sqlSource(document, services)
  }
}

const fileShape = v.object({ rules: v.string() })

function fileSource(document: unknown, isEnabled: boolean): AccessSource {
  const parsed = parseAclFile(v.parse(fileShape, document).rules)
  // Never stored with a fault, see `refuseSources`.
  const placed = 'rules' in parsed ? placeFileRules(parsed.rules) : []
  return {
    type: 'file',
    link: { kind: 'rules', source: 'file', isEnabled, rules: () => placed },
    ruleCount: () => placed.length,
  }
}
