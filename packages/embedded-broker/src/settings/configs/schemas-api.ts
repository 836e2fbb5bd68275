import { schemas } from '@brokerdeck/contract/settings/schemas.ts'
import type { Config } from '../../config/config.ts'
import { SchemaDescriptions } from '../../config/describe-schema.ts'
import { brokerRoot, limiterRoot, sysTopicsRoot } from '../../config/roots/broker-roots.ts'
import { dashboardRoot } from '../../config/roots/dashboard-root.ts'
import { logRoot } from '../../config/roots/log-root.ts'
import { mqttRoot } from '../../config/roots/mqtt-root.ts'
import { alarmRoot, sysmonRoot } from '../../config/roots/sysmon-root.ts'
import {
  durableSessionsRoot,
  flappingDetectRoot,
  forceGcRoot,
  forceShutdownRoot,
} from '../../config/roots/zone-roots.ts'
import { apiResource } from '../../http/api-resource.ts'
import { describeActions, describeConnectors } from '../../integration/connectors/describe-integration.ts'

const byPath = [alarmRoot, brokerRoot, dashboardRoot, limiterRoot, logRoot, sysTopicsRoot, sysmonRoot]
const zone = [durableSessionsRoot, flappingDetectRoot, forceGcRoot, forceShutdownRoot, mqttRoot]

function hotconf(config: Config) {
  const descriptions = new SchemaDescriptions()
  const of = (name: string) => descriptions.describe(config.schema(name))
  const both = (schema: unknown) => ({ get: schema, put: schema })
  const paths = Object.fromEntries(byPath.map(({ name }) => [`/configs/${name}`, both(of(name))]))
  const properties = Object.fromEntries(zone.map(({ name }) => [name, of(name)]))
  return {
    info: { title: 'Hot Conf Schema', version: '0.2.0' },
    components: { schemas: descriptions.components },
    paths: { ...paths, '/configs/global_zone': both({ type: 'object', properties }) },
  }
}

/** The bridges of version 1 no longer exist in the API, so their document is empty. */
const bridges = {
  info: { title: 'Bridges Schema', version: '0.1.0' },
  components: { schemas: {} },
  paths: {},
}

export const schemasApi = apiResource({
  endpoints: schemas,
  uses: ['config', 'edition'],
  handlers: {
    get({ params: { name } }, { config, edition }) {
      const documents = {
        hotconf: () => hotconf(config),
        connectors: () => describeConnectors(edition),
        actions: () => describeActions(edition),
        bridges: () => bridges,
      }
      return { status: 200, body: documents[name]() }
    },
  },
})
