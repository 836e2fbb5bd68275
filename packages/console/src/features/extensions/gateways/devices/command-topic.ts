import type { GatewayClient } from '@brokerdeck/contract/extensions/gateways/gateway-clients.ts'
import { gateways } from '@brokerdeck/contract/extensions/gateways/gateways.ts'
import { publish } from '@brokerdeck/contract/traffic/publish.ts'
import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { request } from '#api/http.ts'
import { read } from '#api/query.ts'
import { objects as m } from '../../messages/gateway-devices.ts'

const settingsSchema = v.looseObject({
  translators: v.looseObject({ command: v.looseObject({ topic: v.string() }) }),
})

/** Where a device of LwM2M takes commands, as its gateway is set up; undefined if that is not known. */
export function useCommandTopic({ mountpoint }: GatewayClient): string | undefined {
  const { data } = useQuery(read(gateways.get, { params: { name: 'lwm2m' } }))
  const settings = v.safeParse(settingsSchema, data)
  if (!settings.success || mountpoint == null) return undefined
  return mountpoint + nameIn(settings.output.translators.command.topic)
}

/** A topic that a filter matches: `dn/dm` for `dn/#`. */
const nameIn = (filter: string) => filter.replaceAll(/[#+]/g, 'dm')

export interface Command {
  readonly msgType: 'discover' | 'execute'
  readonly data: { readonly path: string; readonly args?: string }
}

export const commandMessage = (topic: string, command: Command) => ({
  body: { topic, payload: JSON.stringify(command), qos: 1 as const },
})

/** Rejects where nobody takes it. */
export async function sendCommand(topic: string, command: Command, signal?: AbortSignal): Promise<void> {
  const options = signal === undefined ? {} : { signal }
  const answer = await request(publish.publish, commandMessage(topic, command), options)
  if ('reason_code' in answer) throw new Error(m.reachedNobody)
}
