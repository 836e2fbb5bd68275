import { formatNumber } from '#i18n/format-number.ts'
import { plural } from '#i18n/sentences.ts'
import { vocabulary } from '#i18n/vocabulary.ts'

export const gatewayAuthentication = {
  title: vocabulary.authentication,
  anybody: vocabulary.none,
  off: vocabulary.disabled,
  columnDefinition:
    'How the gateway checks who a client is. A listener with an authenticator of its own uses that instead.',
  noneTitle: 'Every client can connect',
  noneText:
    'The gateway has no authenticator, so the broker asks none of its clients for a password. Authenticators for MQTT clients do not apply here.',
  noneOwnTitle: 'The listener has no authenticator of its own',
  noneOwnText:
    'Its clients pass the authentication of the gateway, if there is any. Add one here to check clients of this listener by other rules.',
  add: 'Add authentication',
  kind: vocabulary.dataSource,
  back: 'Back',
  otherKind: 'Choose another data source',
  create: (name: string) => `Add ${name}`,
  created: 'Authentication added',
  impactNew: 'From now on, devices that connect must pass this authenticator.',
  impactNewOwn:
    'From now on, devices that connect through this listener must pass this authenticator; that of the gateway no longer applies to them.',
  cut: (connections: number | undefined) =>
    connections === undefined
      ? 'All clients of the gateway are disconnected at once.'
      : connections === 0
        ? 'The gateway has no clients now.'
        : plural(connections, {
            one: 'The one client of the gateway is disconnected at once.',
            other: `All ${formatNumber(connections)} clients of the gateway are disconnected at once.`,
          }),
  mayCut: (connections: number) =>
    connections === 0
      ? 'The listener has no clients now.'
      : plural(connections, {
          one: 'The one client of the listener may be disconnected.',
          other: `The ${formatNumber(connections)} clients of the listener may be disconnected.`,
        }),
  isOn: 'The broker checks every new connection.',
  isOff: 'Disabled: every client can connect.',
  enable: vocabulary.enable,
  enableTitle: (name: string) => `Enable ${name}?`,
  enabled: 'Authentication enabled',
  disable: 'Disable…',
  disableTitle: (name: string) => `Disable ${name}?`,
  disableAction: 'Disable authentication',
  disableBody: 'Every device can connect to this gateway without a password. The settings are kept.',
  disableOwnBody:
    'Every device can connect through this listener without a password; the authenticator of the gateway does not take over. The settings are kept.',
  disabled: 'Authentication disabled',
  remove: vocabulary.deleteAsking,
  removeTitle: vocabulary.confirmDelete,
  removeAction: vocabulary.delete,
  removeBody: 'Without an authenticator, every device can connect to this gateway.',
  removeOwnBody:
    'Clients of this listener then pass the authentication of the gateway, or none if it has none.',
  removeUsers: 'Its users are deleted too. This cannot be undone.',
  removed: 'Authentication deleted',
  listenerAsksNobody:
    'Authentication is switched off in the settings of this listener: every client can connect through it.',
}
