import { neverExpires } from '#domain/mqtt-link/connection-settings.ts'
import { connectionForm as m } from '#features/diagnose/messages/test-client.ts'
import type { Field, Section } from '#kit/form/field.ts'

/** The condition for properties, which only MQTT 5 has (§3.1.2.11). */
const five = [{ path: 'version', is: ['5'] }] as const

export const identitySection: Section = {
  id: 'identity',
  title: m.identitySection,
  fields: [
    {
      kind: 'text',
      path: 'clientId',
      label: m.clientId,
      help: m.clientIdHelp,
      isCode: true,
      isOptional: true,
    },
    {
      kind: 'select',
      path: 'version',
      label: m.version,
      options: [
        { value: 5, label: 'MQTT 5.0' },
        { value: 4, label: 'MQTT 3.1.1' },
      ],
    },
    { kind: 'text', path: 'username', label: m.username, isCode: true, isOptional: true },
    { kind: 'secret', path: 'password', label: m.password, help: m.passwordHelp, isOmittedEmpty: true },
  ],
}

/** Returns a table of names and values in which a name may occur several times. */
export const userPropertiesField = (path: string): Field => ({
  kind: 'rows',
  path,
  label: m.userProperties,
  when: five,
  isAdvanced: true,
  addLabel: m.addProperty,
  columns: [
    { kind: 'text', path: 'key', label: m.propertyName, isRequired: true, requiredMessage: m.pleaseEnter },
    { kind: 'text', path: 'value', label: m.propertyValue },
  ],
})

const advanced = { when: five, isAdvanced: true, isOmittedEmpty: true } as const

export const sessionSection: Section = {
  id: 'session',
  title: m.sessionSection,
  fields: [
    {
      kind: 'number',
      path: 'keepalive',
      label: m.keepalive,
      help: m.keepaliveHelp,
      isRequired: true,
      min: 0,
      max: 65_535,
      unit: m.seconds,
    },
    { kind: 'toggle', path: 'clean', label: m.clean, help: m.cleanHelp },
    {
      kind: 'one-of',
      path: 'sessionExpiry',
      label: m.sessionExpiry,
      help: m.sessionExpiryHelp,
      when: five,
      word: neverExpires,
      wordLabel: m.never,
      inner: {
        kind: 'number',
        path: 'sessionExpiry',
        label: m.sessionExpiry,
        isRequired: true,
        min: 0,
        max: neverExpires,
        unit: m.seconds,
      },
    },
    {
      kind: 'one-of',
      path: 'reconnectPeriod',
      label: m.reconnectPeriod,
      help: m.reconnectHelp,
      word: 0,
      wordLabel: m.noReconnect,
      inner: {
        kind: 'number',
        path: 'reconnectPeriod',
        label: m.reconnectPeriod,
        isRequired: true,
        min: 1,
        max: 3_600,
        unit: m.seconds,
      },
    },
    {
      kind: 'number',
      path: 'connectTimeout',
      label: m.connectTimeout,
      isAdvanced: true,
      isRequired: true,
      min: 1,
      max: 120,
      unit: m.seconds,
      default: 5,
    },
    {
      ...advanced,
      kind: 'number',
      path: 'receiveMaximum',
      label: m.receiveMaximum,
      help: m.receiveMaximumHelp,
      min: 1,
      max: 65_535,
    },
    {
      ...advanced,
      kind: 'number',
      path: 'maximumPacketSize',
      label: m.maximumPacketSize,
      help: m.maximumPacketSizeHelp,
      min: 1,
      max: neverExpires,
      unit: m.bytes,
    },
    {
      ...advanced,
      kind: 'number',
      path: 'topicAliasMaximum',
      label: m.topicAliasMaximum,
      help: m.topicAliasMaximumHelp,
      min: 0,
      max: 65_535,
    },
    {
      kind: 'toggle',
      path: 'requestProblemInformation',
      label: m.requestProblemInformation,
      help: m.requestProblemInformationHelp,
      when: five,
      isAdvanced: true,
      default: true,
    },
    {
      kind: 'toggle',
      path: 'requestResponseInformation',
      label: m.requestResponseInformation,
      when: five,
      isAdvanced: true,
      default: false,
    },
    userPropertiesField('userProperties'),
  ],
}
