import {
  enterpriseLogSettings,
  logConfigSchema,
  logSettings,
} from '@brokerdeck/contract/settings/log-config.ts'
import { configRoot } from '../config-root.ts'
import { isPlainObject } from '../plain-object.ts'

export const logRoot = configRoot({
  name: 'log',
  shape: logConfigSchema,
  schema: logSettings,
  enterprise: enterpriseLogSettings,
  normalize: withNamedHandlers,
})

/** A single file handler may be written in place of named handlers; it is stored under the name `default`. */
function withNamedHandlers(document: unknown): unknown {
  if (!isPlainObject(document) || !isPlainObject(document['file'])) return document
  const { file } = document
  return Object.values(file).every(isPlainObject) ? document : { ...document, file: { default: file } }
}
