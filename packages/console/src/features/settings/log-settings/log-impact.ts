import { type LogConfig, logConfigSchema } from '@brokerdeck/contract/settings/log-config.ts'
import * as v from 'valibot'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { m } from './messages.ts'

const handlers = ({ console, file }: LogConfig) => [console, ...Object.values(file)]
const chatty: readonly string[] = ['debug', 'all']
const chattyCount = (log: LogConfig) =>
  handlers(log).filter(({ enable, level }) => enable && chatty.includes(level)).length
const pathsOf = (log: LogConfig) => Object.values(log.file).map(({ path }) => path)

/** What the change of a log means for the nodes. */
export function logImpact(document: ApiDocument, before: ApiDocument): string | undefined {
  const [now, was] = [v.safeParse(logConfigSchema, document), v.safeParse(logConfigSchema, before)]
  if (!now.success || !was.success) return undefined
  if (chattyCount(now.output) > chattyCount(was.output)) return m.impactDebug
  if (!handlers(now.output).some(({ enable }) => enable)) return m.impactQuiet
  const isMoved = pathsOf(now.output).some((path) => !pathsOf(was.output).includes(path))
  return isMoved ? m.impactFile : m.impactNone
}
