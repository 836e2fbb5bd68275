import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import type { schemaFigures as contract } from '@brokerdeck/contract/monitoring/schema-figures.ts'
import type { ApiCall } from '../../http/api-call.ts'
import { transformationFigures, validationFigures } from './schema-figures.ts'
import { scrape } from './scrape.ts'

export const schemaFigures: Handlers<typeof contract, ApiCall> = {
  validation: ({ query }, call) => ({ status: 200, body: scrape(validationFigures, query.mode, call) }),
  transformation: ({ query }, call) => ({
    status: 200,
    body: scrape(transformationFigures, query.mode, call),
  }),
}
