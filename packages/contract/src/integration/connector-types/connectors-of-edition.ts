import { cloudServices } from './cloud-services.ts'
import type { ConnectorType } from './connector-forms.ts'
import { communityTls, enterpriseTls } from './connector-tls.ts'
import { documentStores } from './document-stores.ts'
import { httpConnector } from './http-connector.ts'
import { kafkaServices } from './kafka-services.ts'
import { messageBrokers } from './message-brokers.ts'
import { mqttConnector } from './mqtt-connector.ts'
import { objectStores } from './object-stores.ts'
import { sqlDatabases } from './sql-databases.ts'
import { timeSeries } from './time-series.ts'

const enterprise: readonly ConnectorType[] = [
  ...cloudServices,
  ...documentStores,
  httpConnector(enterpriseTls),
  ...kafkaServices,
  ...messageBrokers,
  mqttConnector(enterpriseTls),
  ...objectStores,
  ...sqlDatabases,
  ...timeSeries,
]

/** The types of systems to which each edition of EMQX 5.8 connects. */
export const connectorsOfEdition: Readonly<Record<'community' | 'enterprise', readonly ConnectorType[]>> = {
  community: [mqttConnector(communityTls), httpConnector(communityTls)],
  enterprise,
}
