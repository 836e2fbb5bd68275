import type { CommandNote } from './command.ts'
import { m } from './messages.ts'
import { payloadFile } from './mosquitto-command.ts'

export const noteWords: Readonly<Record<CommandNote, string>> = {
  password: m.password,
  host: m.host,
  port: m.port,
  certificate: m.certificate,
  enhanced: m.enhanced,
  clientId: m.clientId,
  file: m.file(payloadFile),
  keepalive: m.keepalive,
  control: m.control,
  correlation: m.correlation,
  willPayload: m.willPayload,
  qos: m.qos,
  subscriptionId: m.subscriptionId,
  noLocal: m.noLocal,
  retainHandling: m.retainHandling,
}
