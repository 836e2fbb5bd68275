import { isRequestPlaceholder, requestValue } from '@brokerdeck/languages/access-rules/client-value.ts'
import * as v from 'valibot'
import { renderJson } from '../../backends/json-template.ts'
import { openMongodb } from '../../backends/mongodb-resource.ts'
import { isPlainObject } from '../../config/plain-object.ts'
import type { AccessSource, SourceServices } from './access-source.ts'
import { createAskedSource } from './asked-source.ts'
import { rulesFinding } from './rules-finding.ts'

const shape = v.object({
  enable: v.boolean(),
  collection: v.string(),
  filter: v.record(v.string(), v.unknown()),
  limit: v.optional(v.number(), 1000),
  skip: v.optional(v.number(), 0),
})

/** Creates a source for MongoDB. Each document that the filter finds is a rule, which may have several `topics`. */
export function mongodbSource(document: unknown, services: SourceServices): AccessSource {
  const { enable, collection, filter, limit, skip } = v.parse(shape, document)
  return createAskedSource(
    {
      type: 'mongodb',
      isEnabled: enable,
      otherwise: 'nomatch',
      failure: 'query_mongo_error',
      open: () => openMongodb(document, services),
      async find(backend, request, node) {
        const filled = renderJson(filter, isRequestPlaceholder, (name) => requestValue(request, name))
        const query = { collection, filter: isPlainObject(filled) ? filled : {}, limit, skip }
        return rulesFinding(await backend.ask(query, node), request, services.test)
      },
    },
    services,
  )
}
