import { isDeepStrictEqual } from 'node:util'
import { anyMap } from '@brokerdeck/contract/description/scalars.ts'
import { optional, struct } from '@brokerdeck/contract/description/schema.ts'
import {
  communityGateways,
  type GatewayKind,
  gatewayKinds,
  gatewaySettings,
} from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import * as v from 'valibot'
import type { Certificates } from '../../certificates/certificates.ts'
import type { ConfigWriteOptions, KeptElsewhere } from '../../config/config.ts'
import { configOrRefuse } from '../../config/config-or-refuse.ts'
import { mergeConfig } from '../../config/merge-config.ts'
import { isPlainObject, type PlainObject } from '../../config/plain-object.ts'
import { keepSecrets, maskSecrets } from '../../config/secrets.ts'
import type { GatewayRecord, GatewaySetup, Gateways } from '../../gateways/gateways.ts'
import type { GatewayListenerDocument } from '../../gateways/to-gateway-listener.ts'
import type { Edition } from '../../runtime/edition.ts'
import { checkListener, keepListener, openOrRefuse, toShownListener } from './gateway-listener-handlers.ts'
import { refuseToStart } from './loaded-gateway.ts'

interface GatewaysAsConfigDeps {
  readonly gateways: Gateways
  readonly certificates: Certificates
  readonly edition: Edition
}

interface WantedGateway extends Pick<GatewaySetup, 'settings' | 'authentication'> {
  readonly kind: GatewayKind
  readonly before: GatewayRecord | undefined
  /** The validated listeners; their certificates may still be PEM texts. */
  readonly listeners: readonly unknown[]
}

const settingsSchema = v.looseObject({ enable: v.boolean() })
const objectIn = (value: unknown): PlainObject => (isPlainObject(value) ? value : {})

/** Groups the listeners by type and name: `{ tcp: { default: … } }`. */
function byType(
  listeners: GatewayRecord['listeners'],
  contentOf: (listener: GatewayListenerDocument) => PlainObject,
): PlainObject {
  const types = new Map<string, PlainObject>()
  for (const listener of listeners) {
    const { id, name, type, ...content } = contentOf(listener)
    types.set(listener.type, { ...types.get(listener.type), [listener.name]: content })
  }
  return Object.fromEntries(types)
}

const listenersIn = (given: unknown) =>
  Object.entries(objectIn(given)).flatMap(([type, named]) =>
    Object.entries(objectIn(named)).map(([name, content]) => ({ ...objectIn(content), type, name })),
  )

/**
 * Returns the gateways as the root `gateway` of the configuration. Every gateway is validated completely before
 * anything is written; a gateway that a text omits or leaves unchanged keeps running, with its clients.
 */
export function gatewaysAsConfig({ gateways, certificates, edition }: GatewaysAsConfigDeps): KeptElsewhere {
  const kinds = edition === 'enterprise' ? gatewayKinds : communityGateways
  const { authentication: authn } = gateways

  const document = (contentOf: (kind: GatewayKind, record: GatewayRecord) => PlainObject) =>
    Object.fromEntries(
      kinds.flatMap((kind) => {
        const record = gateways.find(kind)
        return record === undefined ? [] : [[kind, contentOf(kind, record)]]
      }),
    )

  const plain = ({ settings, authentication, listeners }: GatewayRecord): PlainObject => ({
    ...settings,
    ...(authentication === undefined ? {} : { authentication }),
    listeners: byType(listeners, (listener) => listener),
  })

  function readWanted(
    kind: GatewayKind,
    given: unknown,
    { isMerge = false }: ConfigWriteOptions,
  ): WantedGateway {
    const before = gateways.find(kind)
    const whole = isMerge && before !== undefined ? mergeConfig(plain(before), given) : given
    const { listeners, authentication: own, ...rest } = objectIn(whole)
    const schema = gatewaySettings[kind]
    const settings = v.parse(
      settingsSchema,
      configOrRefuse(schema, keepSecrets(schema, rest, before?.settings)),
    )
    refuseToStart(gateways, kind, settings)
    const authentication = own === undefined ? undefined : objectIn(authn.toKept(own, before?.authentication))
    if (authentication !== undefined) authn.check(authentication)
    return {
      kind,
      before,
      settings,
      ...(authentication === undefined ? {} : { authentication }),
      listeners: listenersIn(listeners).map((listener) => {
        const known = before?.listeners.find(
          ({ type, name }) => type === listener.type && name === listener.name,
        )
        return checkListener(gateways, kind, listener, known)
      }),
    }
  }

  const allWanted = (given: unknown, options: ConfigWriteOptions) =>
    kinds.flatMap((kind) => {
      const one = objectIn(given)[kind]
      return one === undefined ? [] : [readWanted(kind, one, options)]
    })

  return {
    schema: struct('broker:gateway', Object.fromEntries(kinds.map((kind) => [kind, optional(anyMap)]))),
    read: () => document((_, record) => plain(record)),
    toShown: () =>
      document((kind, { settings, authentication, listeners }) => ({
        ...objectIn(maskSecrets(gatewaySettings[kind], settings)),
        ...(authentication === undefined ? {} : { authentication: authn.toShown(authentication) }),
        listeners: byType(listeners, (listener) => ({
          ...toShownListener(gateways, kind, listener),
          bind: listener.bind,
        })),
      })),
    check: (given, options) => void allWanted(given, options),
    async write(given, options) {
      for (const { kind, before, listeners, ...wanted } of allWanted(given, options)) {
        const kept: GatewayListenerDocument[] = []
        for (const one of listeners) kept.push(await keepListener(certificates, kind, one))
        const setup = { ...wanted, listeners: kept }
        const known = before && { ...plain(before), listeners: before.listeners }
        const now = {
          ...setup.settings,
          ...(setup.authentication && { authentication: setup.authentication }),
        }
        if (!isDeepStrictEqual(known, { ...now, listeners: kept }))
          await openOrRefuse(gateways.replace(kind, setup))
      }
    },
  }
}
