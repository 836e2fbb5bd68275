import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'

export interface SampleDevice {
  readonly transport: 'tcp' | 'ws'
  start(address: DeviceAddress): { stop(): Promise<void> }
}

/**
 * The address is given as options, because mqtt.js parses URLs with `url.parse()`, of which newer versions of Node
 * warn.
 */
export type DeviceAddress = Pick<IClientOptions, 'protocol' | 'host' | 'port' | 'path'>

interface DeviceOptions {
  readonly transport?: 'tcp' | 'ws'
  readonly options: IClientOptions & { readonly clientId: string }
  /** Called once, before the first connection. */
  readonly prepare?: (client: MqttClient) => void
  /** Called after every connection. */
  readonly onConnect?: (client: MqttClient) => void
  /** Called at intervals while connected; `tick` counts from 0. */
  readonly every?: { readonly milliseconds: number; readonly run: (client: MqttClient, tick: number) => void }
}

/** Creates a device that connects, reconnects after a lost connection, and calls a function at intervals. */
export function sampleDevice(device: DeviceOptions): SampleDevice {
  return {
    transport: device.transport ?? 'tcp',
    start(address) {
      const client = mqtt.connect({
        ...address,
        reconnectPeriod: 2000,
        connectTimeout: 5000,
        ...device.options,
      })
      client.on('error', retryLater)
      device.prepare?.(client)
      client.on('connect', () => device.onConnect?.(client))
      const { every } = device
      let tick = 0
      const timer =
        every === undefined
          ? undefined
          : setInterval(() => {
              if (client.connected) every.run(client, tick)
              tick += 1
            }, every.milliseconds).unref()
      return {
        async stop() {
          clearInterval(timer)
          await client.endAsync(true)
        },
      }
    },
  }
}

/** Ignores connection errors: mqtt.js reconnects, and the state of the client is visible in the broker. */
export function retryLater(_error: Error): void {
  // mqtt.js throws errors that have no listener.
}
