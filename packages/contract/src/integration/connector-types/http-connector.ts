import { oneOf } from '../../description/choices.ts'
import { anyMap, duration, nonNegativeInteger, positiveInteger, text } from '../../description/scalars.ts'
import { field, required, type Struct, struct, withDefault } from '../../description/schema.ts'
import { actionForms, type ConnectorType, connectorForms } from './connector-forms.ts'
import {
  createDeprecatedField,
  template,
  templateMap,
  tlsSwitchedOff,
  usualHeaders,
} from './connector-parts.ts'
import { connectorOptions, createUnbatchedOptions } from './resource-options.ts'

const parametersOpts = struct('bridge_http:parameters_opts', {
  body: field(template),
  headers: withDefault(templateMap, usualHeaders),
  max_retries: withDefault(nonNegativeInteger, 2),
  method: withDefault(oneOf('post', 'put', 'get', 'delete'), 'post'),
  path: field(template),
  request_timeout: createDeprecatedField(duration, { default: '15s' }),
})

export function httpConnector(tls: Struct): ConnectorType {
  return {
    name: 'http',
    connector: connectorForms(
      'http',
      'bridge_http',
      connectorOptions('bridge_http:connector_resource_opts'),
      {
        url: required(text),
        connect_timeout: withDefault(duration, '15s'),
        enable_pipelining: withDefault(positiveInteger, 100),
        headers: withDefault(templateMap, usualHeaders),
        pool_size: withDefault(positiveInteger, 8),
        pool_type: withDefault(oneOf('random', 'hash'), 'random'),
        request: createDeprecatedField(anyMap, {
          description: 'This field is never used, so we deprecated it since 5.3.2.',
        }),
        retry_interval: createDeprecatedField(duration),
        ssl: tlsSwitchedOff(tls),
      },
      { answers: 'status' },
    ),
    action: actionForms(
      'http',
      'bridge_http',
      parametersOpts,
      createUnbatchedOptions('bridge_http:action_resource_opts'),
      { isLocalTopicHidden: true, isConnectorFirst: true },
    ),
  }
}
