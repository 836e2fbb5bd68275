import { schemaValidations } from '@brokerdeck/contract/data-hub/schema-validations.ts'
import type { ResourceExample } from '../../../testing/resource-examples.ts'

const path = '/schema_validations'
const warm = {
  name: 'warm',
  topics: ['plant/+/temperature'],
  strategy: 'all_pass',
  failure_action: 'drop',
  checks: [{ type: 'sql', sql: 'SELECT payload.value AS value WHERE value < 100' }],
}

export const schemaValidationsExample: ResourceExample = {
  endpoints: schemaValidations,
  fills: [['POST', path, warm]],
  writes: [
    ['POST', path, { ...warm, name: 'other', strategy: 'any_pass', log_failure: { level: 'none' } }],
    ['PUT', path, { ...warm, description: 'not too warm', failure_action: 'ignore' }],
    ['POST', `${path}/reorder`, { order: ['other', 'warm'] }],
    ['POST', `${path}/validation/warm/enable/false`],
    ['POST', `${path}/validation/warm/metrics/reset`],
    ['DELETE', `${path}/validation/other`],
  ],
}
