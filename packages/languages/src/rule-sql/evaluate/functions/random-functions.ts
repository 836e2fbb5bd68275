import { type FunctionTable, taking } from './arguments.ts'

const none = taking(0)

export const randomFunctions: FunctionTable = {
  random: none(() => Math.random()),
  uuid_v4: none(() => crypto.randomUUID()),
  uuid_v4_no_hyphen: none(() => crypto.randomUUID().replaceAll('-', '')),
}
