import { publish } from '@brokerdeck/contract/traffic/publish.ts'
import { request } from '#api/http.ts'
import { objects as m } from '#features/extensions/messages/gateway-devices.ts'

export interface Command {
  readonly msgType: 'discover' | 'execute'
  readonly data: { readonly path: string; readonly args?: string }
}

export const commandMessage = (topic: string, command: Command) => ({
  body: { topic, payload: JSON.stringify(command), qos: 1 as const },
})

/** Publishes a command; rejects if the topic has no subscribers. */
export async function sendCommand(topic: string, command: Command, signal?: AbortSignal): Promise<void> {
  const options = signal === undefined ? {} : { signal }
  const answer = await request(publish.publish, commandMessage(topic, command), options)
  if ('reason_code' in answer) throw new Error(m.reachedNobody)
}
