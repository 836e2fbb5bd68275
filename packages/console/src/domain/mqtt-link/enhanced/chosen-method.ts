import type { ConnectionSettings } from '../connection-settings.ts'
import { type ScramMethod, scramMethods } from './scram-hash.ts'

type Chosen = Pick<ConnectionSettings, 'version' | 'enhanced'>

/** Only MQTT 5 has enhanced authentication (§4.12). */
export function chosenMethod({ version, enhanced }: Chosen): ScramMethod | 'other' | undefined {
  return version === 4 || enhanced.method === 'none' ? undefined : enhanced.method
}

export function scramMethod(settings: Chosen): ScramMethod | undefined {
  return scramMethods.find((method) => method === chosenMethod(settings))
}

/** As it is called on the wire. */
export function methodName(settings: Chosen): string | undefined {
  const method = chosenMethod(settings)
  return method === 'other' ? settings.enhanced.name : method
}
