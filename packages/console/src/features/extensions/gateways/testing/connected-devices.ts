import { lwm2mSettings } from '@brokerdeck/embedded-broker/extensions/gateways/testing/lwm2m-settings.ts'
import {
  type RunningDevice,
  simulateDevice,
} from '@brokerdeck/embedded-broker/gateways/lwm2m/simulated-device.ts'
import {
  bareDevice,
  publishAs,
  registerAs,
} from '@brokerdeck/embedded-broker/gateways/testing/bare-device.ts'
import { eventually } from '@brokerdeck/embedded-broker/testing/eventually.ts'
import { freePort } from '@brokerdeck/embedded-broker/testing/free-port.ts'
import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { expect, onTestFinished } from 'vitest'

async function loaded({ ask }: TestBroker, gateway: 'coap' | 'lwm2m', settings: object): Promise<number> {
  const port = await freePort()
  const listeners = [{ type: 'udp', name: 'default', bind: `127.0.0.1:${port}` }]
  expect((await ask('PUT', `/gateways/${gateway}`, { ...settings, listeners })).status).toBe(204)
  return port
}

interface ColdRoom {
  readonly device: () => RunningDevice
  /** The commands that were executed on the device. */
  readonly executed: readonly string[]
  readonly arrange: (broker: TestBroker) => Promise<void>
}

/** Creates an LwM2M gateway with a device: a cold room, which measures its temperature. */
export function coldRoom(): ColdRoom {
  const executed: string[] = []
  const running: RunningDevice[] = []
  return {
    executed,
    device() {
      const [device] = running
      if (device === undefined) throw new Error('it is not there yet')
      return device
    },
    async arrange(broker) {
      const port = await loaded(broker, 'lwm2m', lwm2mSettings)
      const device = simulateDevice({
        endpoint: 'cold-room',
        host: '127.0.0.1',
        port,
        clock: broker.context.clock,
        resources: {
          '/3/0/0': 'Frost',
          '/3/0/4': undefined,
          '/3/0/9': 80,
          '/3/0/14': '+08:00',
          '/3303/0/5605': undefined,
          '/3303/0/5700': -12.5,
        },
        onExecuted: (path) => executed.push(path),
      })
      running.push(device)
      onTestFinished(() => device.stop())
      await eventually(() =>
        expect(broker.context.gateways.running('lwm2m')?.client('cold-room')).toBeDefined(),
      )
    },
  }
}

/** Creates the same gateway with a device that registers and then sends nothing. */
export async function silentRoom(broker: TestBroker): Promise<void> {
  const device = await bareDevice(await loaded(broker, 'lwm2m', lwm2mSettings))
  onTestFinished(device.close)
  device.say(registerAs('cold-room'))
  await eventually(() => expect(broker.context.gateways.running('lwm2m')?.client('cold-room')).toBeDefined())
}

/** Creates a CoAP gateway with a meter, which responds to every request except `nothing`. */
export async function meter(broker: TestBroker): Promise<void> {
  const device = await bareDevice(await loaded(broker, 'coap', {}), ({ code, payload }) => {
    if (payload.toString() === 'nothing') return undefined
    return code === '0.04' ? { code: '4.05' } : { code: '2.05', payload: Buffer.from('{"kwh": 7}') }
  })
  onTestFinished(device.close)
  device.say(publishAs('meter'))
  await eventually(() => expect(broker.context.gateways.running('coap')?.client('meter')).toBeDefined())
}
