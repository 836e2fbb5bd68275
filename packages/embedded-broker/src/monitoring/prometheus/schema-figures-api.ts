import { schemaFigures } from '@brokerdeck/contract/monitoring/schema-figures.ts'
import { acts } from '../../http/acts.ts'
import { type FigureGroup, noFigures } from './figure-group.ts'
import { scrape } from './scrape.ts'

const figuresOf = (key: string, name: string): readonly FigureGroup[] => [
  noFigures(key, {
    [`${name}_enable`]: 'gauge',
    [`${name}_matched`]: 'counter',
    [`${name}_failed`]: 'counter',
    [`${name}_succeeded`]: 'counter',
  }),
]

/** Of Enterprise: there are no validations and transformations here. */
const validationFigures = figuresOf('schema_validations', 'emqx_schema_validation')

const transformationFigures = figuresOf('message_transformations', 'emqx_message_transformation')

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
