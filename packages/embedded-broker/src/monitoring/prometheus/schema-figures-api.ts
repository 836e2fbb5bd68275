import { schemaFigures } from '@brokerdeck/contract/monitoring/schema-figures.ts'
import { apiResource } from '../../http/api-resource.ts'
import type { FigureGroup } from './figure-group.ts'
import { scrape } from './scrape.ts'

const collectFigures = (key: string, name: string, rows: FigureGroup['rows']): readonly FigureGroup[] => [
  {
    key,
    kinds: new Map([
      [`${name}_enable`, 'gauge'],
      [`${name}_matched`, 'counter'],
      [`${name}_failed`, 'counter'],
      [`${name}_succeeded`, 'counter'],
    ]),
    across: 'added',
    isClusterWide: (figure) => figure.endsWith('_enable'),
    isList: true,
    rows,
  },
]

export const schemaFiguresApi = apiResource({
  endpoints: schemaFigures,
  edition: 'enterprise',
  uses: ['cluster', 'prometheus'],
  handlers: {
    validation({ query }, call) {
      const { validations } = call.prometheus.screenRows
      const figures = collectFigures('schema_validations', 'emqx_schema_validation', validations)
      return { status: 200, body: scrape(figures, query.mode, call) }
    },

    transformation({ query }, call) {
      const { transformations } = call.prometheus.screenRows
      const figures = collectFigures(
        'message_transformations',
        'emqx_message_transformation',
        transformations,
      )
      return { status: 200, body: scrape(figures, query.mode, call) }
    },
  },
})
