import { bridgeAnswers } from '@brokerdeck/contract/integration/connector-types/bridge-answers.ts'
import type {
  ConnectorType,
  Forms,
} from '@brokerdeck/contract/integration/connector-types/connector-forms.ts'
import { connectorsOfEdition } from '@brokerdeck/contract/integration/connector-types/connectors-of-edition.ts'
import { SchemaDescriptions } from '../../config/describe-schema.ts'
import type { Edition } from '../../runtime/edition.ts'

type IntegrationKind = 'connector' | 'action' | 'source'

/** The types in the order in which EMQX describes them, which follows no rule. */
const describedOrder =
  'timescale mongodb gcp_pubsub_producer elasticsearch azure_blob_storage syskeeper_forwarder pulsar rocketmq ' +
  'kafka_consumer matrix sqlserver influxdb clickhouse gcp_pubsub_consumer cassandra tablestore hstreamdb ' +
  'snowflake oracle opents greptimedb s3 tdengine dynamo redis rabbitmq mqtt mysql pgsql syskeeper_proxy ' +
  'kinesis kafka_producer azure_event_hub_producer datalayers couchbase iotdb confluent_producer http'

/** The order in which EMQX lists the types that have actions. */
const actionOrder =
  'http rocketmq cassandra rabbitmq confluent_producer syskeeper_forwarder greptimedb ' +
  'azure_event_hub_producer kafka_producer influxdb hstreamdb sqlserver iotdb mongodb gcp_pubsub_producer ' +
  'pulsar opents kinesis s3 datalayers redis mqtt oracle azure_blob_storage clickhouse couchbase tdengine ' +
  'tablestore timescale snowflake elasticsearch matrix pgsql mysql dynamo'

const sourceOrder = 'rabbitmq mqtt kafka_consumer gcp_pubsub_consumer'
const sourceNames = 'rabbitmq kafka_consumer gcp_pubsub_consumer mqtt'

function orderTypes(edition: Edition, part: IntegrationKind, order: string): readonly ConnectorType[] {
  const types = connectorsOfEdition[edition].filter((type) => type[part] !== undefined)
  return order.split(' ').flatMap((name) => types.find((type) => type.name === name) ?? [])
}

const info = (title: string) => ({ title, version: '0.2.0' })

/** Returns the response of `GET /schemas/connectors`: a form for each type, as the dashboard draws them. */
export function describeConnectors(edition: Edition) {
  const descriptions = new SchemaDescriptions()
  const paths = {
    ...toUndescribed('connectors'),
    ...resourcePaths(descriptions, edition, 'connector', describedOrder),
  }
  return {
    info: info('Connectors Schema'),
    components: { schemas: descriptions.components },
    paths,
  }
}

/** Returns the response of `GET /schemas/actions`: the forms of actions and sources. */
export function describeActions(edition: Edition) {
  const descriptions = new SchemaDescriptions()
  const names = (part: IntegrationKind, order: string) =>
    list({ type: 'string', enum: orderTypes(edition, part, order).map(({ name }) => name) })
  const metrics = {
    metrics: descriptions.describe(bridgeAnswers.metrics),
    node_metrics: { type: 'array', items: descriptions.describe(bridgeAnswers.nodeMetrics) },
  }
  const counted = { get: { type: 'object', properties: metrics } }
  const summary = list(descriptions.describe(bridgeAnswers.summary))
  const paths = {
    ...toUndescribed('actions'),
    ...toUndescribed('sources'),
    '/actions/:id/metrics/reset': {},
    '/sources/:id/metrics/reset': {},
    '/action_types': names('action', actionOrder),
    ...resourcePaths(descriptions, edition, 'action', describedOrder),
    '/actions/:id/metrics': counted,
    '/actions_summary': summary,
    '/source_types': names('source', sourceNames),
    ...resourcePaths(descriptions, edition, 'source', sourceOrder),
    '/sources/:id/metrics': counted,
    '/sources_summary': summary,
  }
  return {
    info: info('Actions and Sources Schema'),
    components: { schemas: descriptions.components },
    paths,
  }
}

/** Returns the paths that the document only names. */
const toUndescribed = (resource: string) => ({
  [`/${resource}/:id/:operation`]: {},
  [`/${resource}/:id/enable/:enable`]: {},
  [`/${resource}_probe`]: {},
  [`/nodes/:node/${resource}/:id/:operation`]: {},
})

const list = (items: unknown) => ({ get: { type: 'array', items } })

function resourcePaths(
  descriptions: SchemaDescriptions,
  edition: Edition,
  part: IntegrationKind,
  order: string,
) {
  const forms = orderTypes(edition, part, order).flatMap((type) => type[part] ?? [])
  // These forms are described although no path refers to them.
  const describe = (of: keyof Forms) => forms.map((one) => descriptions.describe(one[of]))
  describe('post')
  describe('put')
  const oneOf = describe('get')
  const path = `/${part}s`
  return { [path]: list({ oneOf }), [`${path}/:id`]: { get: { oneOf }, put: { oneOf } } }
}
