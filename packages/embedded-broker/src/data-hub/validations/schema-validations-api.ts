import { type SchemaValidation, schemaValidations } from '@brokerdeck/contract/data-hub/schema-validations.ts'
import type { BrokerContext } from '../../compose/broker-context.ts'
import { apiResource } from '../../http/api-resource.ts'
import { ScreenFigures } from '../screening/screen-figures.ts'
import { screenHandlers } from '../screening/screen-handlers.ts'
import { openValidations } from './validations.ts'

type ValidationsApiDeps = Pick<
  BrokerContext,
  'cluster' | 'clock' | 'config' | 'faults' | 'log' | 'prometheus' | 'schemas' | 'store'
>

function open({ config, prometheus, schemas, ...parts }: ValidationsApiDeps) {
  const figures = new ScreenFigures(parts)
  const documents = openValidations(parts, figures, schemas)
  config.adopt('schema_validation', documents.asConfig())
  prometheus.screenRows.validations = (node) =>
    figures.rows(documents.list(), 'emqx_schema_validation', node.name)
  return { documents, figures }
}

export const schemaValidationsApi = apiResource({
  endpoints: schemaValidations,
  edition: 'enterprise',
  uses: ['cluster', 'clock', 'config', 'faults', 'log', 'prometheus', 'schemas', 'store'],
  state: open,
  handlers: screenHandlers<SchemaValidation>(),
})
