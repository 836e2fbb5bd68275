import type { SourceType } from '@brokerdeck/contract/access/authorization.ts'
import {
  mongodbSections,
  mysqlSections,
  postgresqlSections,
  redisSections,
} from './form/database-sections.ts'
import { m } from './form/messages.ts'
import { builtInSections, fileSections } from './form/own-sections.ts'
import { httpSections, ldapSections } from './form/service-sections.ts'
import { initialSources } from './initial-sources.ts'
import type { SourceKind } from './source-kind.ts'

const kind = <const Type extends SourceType>(
  type: Type,
  about: string,
  sections: SourceKind['sections'],
  initial: SourceKind['initial'] = {},
) => ({ type, about, sections, initial })

/** All there are, in the order in which they are offered. */
export const sourceKinds: { readonly [Type in SourceType]: SourceKind } = {
  built_in_database: kind('built_in_database', m.builtInAbout, builtInSections),
  file: kind('file', m.fileAbout, fileSections, initialSources.file),
  mysql: kind('mysql', m.sqlAbout, mysqlSections, initialSources.mysql),
  postgresql: kind('postgresql', m.sqlAbout, postgresqlSections, initialSources.postgresql),
  mongodb: kind('mongodb', m.mongodbAbout, mongodbSections, initialSources.mongodb),
  redis: kind('redis', m.redisAbout, redisSections, initialSources.redis),
  ldap: kind('ldap', m.ldapAbout, ldapSections, initialSources.ldap),
  http: kind('http', m.httpAbout, httpSections, initialSources.http),
}
