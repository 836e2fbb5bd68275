import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'

export interface SampleDevice {
  readonly transport: 'tcp' | 'ws'
  start(address: DeviceAddress): { stop(): Promise<void> }
}

/** As options: mqtt.js reads a URL by `url.parse()`, which newer versions of Node warn of. */
export type DeviceAddress = Pick<IClientOptions, 'protocol' | 'host' | 'port' | 'path'>

interface DeviceOptions {
  readonly transport?: 'tcp' | 'ws'
  readonly options: IClientOptions & { readonly clientId: string }
  /** Once, before the first connection. */
  readonly prepare?: (client: MqttClient) => void
  /** After every connection. */
  readonly onConnect?: (client: MqttClient) => void
  /** Again and again while connected; `tick` counts from 0. */
  readonly every?: { readonly milliseconds: number; readonly run: (client: MqttClient, tick: number) => void }
}

/** A device that connects, comes back when the connection is lost, and does something at intervals. */
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

/** A broken connection is part of a device's life: mqtt.js tries again, and its broker shows it. */
export function retryLater(_error: Error): void {
  // mqtt.js throws what nobody listens to.
}
