import { literal, oneOf, qos } from '../../description/choices.ts'
import {
  boolean,
  duration,
  nonNegativeInteger,
  positiveInteger,
  secret,
  text,
} from '../../description/scalars.ts'
import { field, listOf, required, type Struct, struct, union, withDefault } from '../../description/schema.ts'
import { address } from '../../description/server.ts'
import { addressRules } from './address-rules.ts'
import { actionForms, type ConnectorType, connectorForms, sourceForms } from './connector-forms.ts'
import { clientId, createDeprecatedField, template, timeText, tlsSwitchedOff } from './connector-parts.ts'
import { connectorOptions, createUnbatchedOptions, sourceOptions } from './resource-options.ts'

const staticClientidEntryTuple = struct('connector_mqtt:static_clientid_entry_tuple', {
  clientid: required(text),
  password: field(secret),
  username: field(text),
})

const staticClientidEntry = struct('connector_mqtt:static_clientid_entry', {
  ids: required(listOf(union(staticClientidEntryTuple, clientId))),
  node: required(text),
})

const mqttPublisherParameters = struct('bridge_mqtt_publisher:action_parameters', {
  topic: required(template),
  payload: field(template),
  qos: withDefault(union(template, qos), 1),
  retain: withDefault(union(template, boolean), false),
})

const ingressParameters = struct('bridge_mqtt_publisher:ingress_parameters', {
  topic: required(text),
  no_local: withDefault(boolean, false),
  qos: withDefault(qos, 1),
})

export function mqttConnector(tls: Struct): ConnectorType {
  return {
    name: 'mqtt',
    connector: connectorForms('mqtt', 'connector_mqtt', connectorOptions('connector_mqtt:resource_opts'), {
      server: required(address(addressRules.mqtt)),
      bridge_mode: withDefault(boolean, false),
      clean_start: withDefault(boolean, true),
      clientid_prefix: field(text),
      connect_timeout: withDefault(duration, '10s', { minimum: '1s' }),
      keepalive: timeText('160s', 'MQTT Keepalive.'),
      max_inflight: withDefault(nonNegativeInteger, 32),
      mode: createDeprecatedField(literal('cluster_shareload'), { default: 'cluster_shareload' }),
      password: field(secret),
      pool_size: withDefault(positiveInteger, 8),
      proto_ver: withDefault(oneOf('v3', 'v4', 'v5'), 'v4'),
      reconnect_interval: createDeprecatedField(text),
      retry_interval: timeText(
        '15s',
        'Message retry interval. Delay for the MQTT bridge to retry sending the QoS1/QoS2 messages in case of ACK not received.',
      ),
      ssl: tlsSwitchedOff(tls),
      static_clientids: withDefault(listOf(staticClientidEntry), []),
      username: field(text),
    }),
    action: actionForms(
      'mqtt',
      'bridge_mqtt_publisher',
      mqttPublisherParameters,
      createUnbatchedOptions('bridge_mqtt_publisher:action_resource_opts'),
    ),
    source: sourceForms(
      'mqtt',
      'bridge_mqtt_publisher',
      ingressParameters,
      sourceOptions('bridge_mqtt_publisher:source_resource_opts'),
    ),
  }
}
