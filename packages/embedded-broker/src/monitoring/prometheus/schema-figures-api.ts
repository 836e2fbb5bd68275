import { schemaFigures } from '@brokerdeck/contract/monitoring/schema-figures.ts'
import { acts } from '../../http/acts.ts'
import { transformationFigures, validationFigures } from './schema-figures.ts'
import { scrape } from './scrape.ts'

export const schemaFiguresApi = acts({
  endpoints: schemaFigures,
  edition: 'enterprise',
  uses: ['cluster'],
  handlers: {
    validation: ({ query }, call) => ({ status: 200, body: scrape(validationFigures, query.mode, call) }),
    transformation: ({ query }, call) => ({
      status: 200,
      body: scrape(transformationFigures, query.mode, call),
    }),
  },
})
