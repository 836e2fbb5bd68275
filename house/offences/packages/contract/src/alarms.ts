// breaks: endpoints
import { endpoint } from './endpoint.ts'

export const alarms = { unhandled: endpoint({}) } as const
