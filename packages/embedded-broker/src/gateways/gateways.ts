import type { GatewayListenerType } from '@brokerdeck/contract/extensions/gateways/gateway-listener-settings.ts'
import {
  type GatewayKind,
  gatewayKindSchema,
} from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import * as v from 'valibot'
import type { AuthnUsers } from '../access/authentication/authn-users.ts'
import type { Banned } from '../access/banned/banned.ts'
import type { Certificates } from '../certificates/certificates.ts'
import type { Config } from '../config/config.ts'
import { ApiRefusal } from '../http/api-refusal.ts'
import type { BrokerLog } from '../log/broker-log.ts'
import type { Cluster } from '../mqtt/node/cluster.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Faults } from '../runtime/faults.ts'
import { readRecords } from '../storage/read-records.ts'
import type { Store } from '../storage/store.ts'
import { UnreadableRecord } from '../storage/store-errors.ts'
import { storedTime } from '../storage/stored-time.ts'
import { Turns } from '../storage/turns.ts'
import { coapEngine } from './coap/coap-engine.ts'
import { GatewayAuthentication } from './gateway-authentication.ts'
import type { GatewayEngine } from './gateway-engine.ts'
import type { GatewayServices } from './gateway-node.ts'
import { lwm2mEngine } from './lwm2m/lwm2m-engine.ts'
import { mqttsnEngine } from './mqttsn/mqttsn-engine.ts'
import { RunningGateway } from './running-gateway.ts'
import { stompEngine } from './stomp/stomp-engine.ts'
import {
  type GatewayListenerDocument,
  gatewayListenerDocument,
  toGatewayListener,
} from './to-gateway-listener.ts'

/** The protocols that this broker implements. Gateways of other protocols are stored and never run. */
const engines: Partial<Readonly<Record<GatewayKind, GatewayEngine>>> = {
  coap: coapEngine,
  lwm2m: lwm2mEngine,
  mqttsn: mqttsnEngine,
  stomp: stompEngine,
}

const kind = 'gateways'

/** Thrown when the socket of a listener cannot be opened: its address is in use or not an address of this machine. */
export class ListenerNotOpened extends Error {
  readonly bind: string | number

  constructor(bind: string | number, cause: unknown) {
    super('The listener could not be opened', { cause })
    this.bind = bind
  }
}

const recordSchema = v.object({
  createdAt: storedTime,
  /** The time of the last start or stop. */
  changedAt: storedTime,
  settings: v.looseObject({ enable: v.boolean() }),
  /** The authenticator as it was written; authenticators of listeners are in their listeners. */
  authentication: v.optional(v.looseObject({})),
  listeners: v.array(gatewayListenerDocument),
})
/** A gateway that has been loaded; `enable` tells whether it runs. */
export type GatewayRecord = Readonly<v.InferOutput<typeof recordSchema>>
/** The part of a gateway that is configuration. */
export type GatewaySetup = Pick<GatewayRecord, 'settings' | 'authentication' | 'listeners'>

const isSame = (one: Pick<GatewayListenerDocument, 'type' | 'name'>, other: typeof one) =>
  one.type === other.type && one.name === other.name

type Details = Parameters<GatewayServices['log']>[2]

interface GatewaysDeps {
  /** The users of all authenticators that store users. */
  readonly authnUsers: AuthnUsers
  readonly banned: Banned
  readonly certificates: Certificates
  readonly clock: Clock
  readonly cluster: Cluster
  readonly config: Config
  readonly faults: Faults
  readonly log: BrokerLog
  readonly store: Store
}

/** The gateways of the cluster: their configuration and their running instances. */
export class Gateways {
  readonly authentication: GatewayAuthentication
  readonly #parts: GatewaysDeps
  readonly #running = new Map<GatewayKind, RunningGateway>()
  /** Runs one change at a time, so that sockets and configuration stay consistent. */
  readonly #turns = new Turns()

  private constructor(parts: GatewaysDeps) {
    this.#parts = parts
    const { authnUsers: users, clock, config } = parts
    this.authentication = new GatewayAuthentication({
      clock,
      config,
      users,
      onFailure: (chain, reason) => this.#log('warning', 'gateway_authenticator_failed', { chain, reason }),
    })
  }

  static async open(parts: GatewaysDeps): Promise<Gateways> {
    const gateways = new Gateways(parts)
    for (const [name, record] of readRecords(parts.store, kind, recordSchema)) {
      const known = v.safeParse(gatewayKindSchema, name)
      if (!known.success) continue
      try {
        await gateways.#admitBy(known.output, record)
        if (record.settings.enable) await gateways.#start(known.output, record, false)
      } catch (error) {
        if (!(error instanceof ApiRefusal || v.isValiError(error))) throw error
        throw new UnreadableRecord(kind, name, 'its settings are not those of this gateway')
      }
    }
    return gateways
  }

  find(name: GatewayKind): GatewayRecord | undefined {
    const parsed = v.safeParse(recordSchema, this.#parts.store.get(kind, name))
    if (!parsed.success) return undefined
    // EMQX lists the listeners in this order.
    const listeners = parsed.output.listeners.toSorted((a, b) =>
      `${a.type}:${a.name}` < `${b.type}:${b.name}` ? -1 : 1,
    )
    return { ...parsed.output, listeners }
  }

  running(name: GatewayKind): RunningGateway | undefined {
    return this.#running.get(name)
  }

  /**
   * Applies the settings of a gateway, then stores them; listeners are applied only the first time. Throws
   * `ListenerNotOpened`.
   */
  put(name: GatewayKind, settings: GatewayRecord['settings'], listeners: GatewayRecord['listeners']) {
    return this.#turns.take(async () => {
      const before = this.find(name)
      const now = this.#parts.clock.now()
      const isChanged = before?.settings.enable !== settings.enable
      const record = {
        createdAt: before?.createdAt ?? now,
        changedAt: isChanged ? now : (before?.changedAt ?? now),
        ...(before?.authentication === undefined ? {} : { authentication: before.authentication }),
        settings,
        listeners,
      }
      const running = this.#running.get(name)
      if (!settings.enable) await this.#stop(name)
      else if (running === undefined) await this.#start(name, record, true)
      else running.configure({ ...settings })
      await this.#parts.store.put(kind, name, record)
    })
  }

  /** Replaces a whole gateway by its configuration: stops it and starts it anew. Throws `ListenerNotOpened`. */
  replace(name: GatewayKind, setup: GatewaySetup): Promise<void> {
    return this.#turns.take(async () => {
      const before = this.find(name)
      const now = this.#parts.clock.now()
      const record = { ...setup, createdAt: before?.createdAt ?? now, changedAt: now }
      const gone = (before?.listeners ?? []).filter((one) => !setup.listeners.some((it) => isSame(it, one)))
      await this.#stop(name)
      for (const { type, name: listener } of gone)
        await this.authentication.set(`${name}:${type}:${listener}`, undefined)
      await this.#admitBy(name, record)
      try {
        if (record.settings.enable) await this.#start(name, record, true)
      } catch (error) {
        // The change failed, so the former state is restored, except for the connections.
        if (before !== undefined) {
          await this.#admitBy(name, before)
          if (before.settings.enable) await this.#start(name, before, false)
        }
        throw error
      }
      await this.#parts.store.put(kind, name, record)
    })
  }

  /**
   * Sets the authenticator of a gateway or of a listener; undefined removes it. Any change to a gateway's
   * authenticator ends the connections of all its clients (seen on 5.8.9 with STOMP: POST, PUT and DELETE).
   */
  async putAuthentication(
    name: GatewayKind,
    listener: GatewayListenerDocument | undefined,
    document: GatewayRecord['authentication'],
  ): Promise<void> {
    await this.#change(name, async ({ authentication, ...record }) => {
      const own = document === undefined ? {} : { authentication: document }
      const chain = listener === undefined ? `${name}:global` : `${name}:${listener.type}:${listener.name}`
      await this.authentication.set(chain, document)
      if (listener === undefined) return { ...record, ...own }
      const listeners = record.listeners.map(({ authentication: before, ...one }) => {
        if (isSame(one, listener)) return { ...one, ...own }
        return before === undefined ? one : { ...one, authentication: before }
      })
      return { ...record, ...(authentication === undefined ? {} : { authentication }), listeners }
    })
    if (listener === undefined) this.#running.get(name)?.dismissClients()
  }

  /** Adds a listener or replaces the listener with the same id. Throws `ListenerNotOpened`. */
  putListener(name: GatewayKind, listener: GatewayListenerDocument): Promise<void> {
    return this.#change(name, async (record) => {
      const running = this.#running.get(name)
      if (running !== undefined) await this.#open(running, name, listener)
      await this.authentication.set(`${name}:${listener.type}:${listener.name}`, listener.authentication)
      const others = record.listeners.filter((one) => !isSame(one, listener))
      return { ...record, listeners: [...others, listener] }
    })
  }

  removeListener(name: GatewayKind, type: GatewayListenerType, listener: string): Promise<void> {
    return this.#change(name, async (record) => {
      const id = `${name}:${type}:${listener}`
      await this.#running.get(name)?.remove(id)
      await this.authentication.set(id, undefined)
      const rest = record.listeners.filter((one) => !isSame(one, { type, name: listener }))
      return { ...record, listeners: rest }
    })
  }

  speaks(name: GatewayKind): boolean {
    return engines[name] !== undefined
  }

  async close(): Promise<void> {
    await this.#turns.over()
    for (const name of [...this.#running.keys()]) await this.#stop(name)
    await this.authentication.close()
  }

  async #admitBy(name: GatewayKind, { authentication, listeners }: GatewayRecord): Promise<void> {
    const own = listeners.map((one) => [`${name}:${one.type}:${one.name}`, one.authentication] as const)
    for (const [chain, document] of [[`${name}:global`, authentication] as const, ...own])
      await this.authentication.set(chain, document)
  }

  #change(name: GatewayKind, toNext: (record: GatewayRecord) => Promise<GatewayRecord>): Promise<void> {
    return this.#turns.take(async () => {
      const record = this.find(name)
      if (record !== undefined) await this.#parts.store.put(kind, name, await toNext(record))
    })
  }

  async #start(name: GatewayKind, { settings, listeners }: GatewayRecord, isAsked: boolean): Promise<void> {
    const engine = engines[name]
    if (engine === undefined) return
    const gateway = new RunningGateway(engine, { ...settings }, this.#services(name))
    for (const listener of listeners) {
      try {
        await this.#open(gateway, name, listener)
      } catch (error) {
        if (isAsked) {
          await gateway.close()
          throw error
        }
        this.#log('error', 'gateway_listener_not_started', { gateway: name, listener: listener.name })
      }
    }
    this.#running.set(name, gateway)
  }

  async #open(running: RunningGateway, name: GatewayKind, document: GatewayListenerDocument): Promise<void> {
    const listener = toGatewayListener(name, document, this.#parts.certificates)
    await running.apply(listener).catch((error: unknown) => {
      throw new ListenerNotOpened(document.bind, error)
    })
  }

  async #stop(name: GatewayKind): Promise<void> {
    const running = this.#running.get(name)
    this.#running.delete(name)
    await running?.close()
  }

  #services(name: GatewayKind): GatewayServices {
    const { banned, clock, cluster, faults } = this.#parts
    return {
      cluster,
      clock,
      faults,
      authenticate: async (who) => {
        const { clientid, username, ipAddress: peerhost } = who
        if (banned.covers({ clientid, username, peerhost })) return undefined
        return await this.authentication.authenticate(name, who)
      },
      log: (level, message, details) => this.#log(level, message, details),
    }
  }

  #log(level: 'debug' | 'warning' | 'error', message: string, details: Details): void {
    this.#parts.log.write({ level, message, details })
  }
}
