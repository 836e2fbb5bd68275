import { healthCheckIds } from '@brokerdeck/console/health/examine-health.ts'
import type { ApiKey } from '../api-key-file.ts'
import type { Given, OptionName } from '../declared-options.ts'
import type { GivenOptions } from '../given-options.ts'
import { badValue, parseBrokerUrls, parseOneOf, parsePageUrl, parseWholeNumber } from '../option-values.ts'
import { conflict, orDefault, readTrust } from '../source-options.ts'
import { StartError } from '../start-error.ts'
import { readHealthKey, warnOfOpenFile } from './health-key.ts'

/** From which state on the command fails, the mildest first. */
const failures = ['unknown', 'warning', 'critical'] as const
export type FailOn = (typeof failures)[number]

export interface HealthCommand {
  readonly kind: 'health'
  /** The first that answers is asked. */
  readonly brokers: readonly [URL, ...URL[]]
  readonly user: string
  /** Instead of a user. */
  readonly apiKey?: ApiKey
  readonly insecureTls: boolean
  readonly ca?: string
  readonly checks?: readonly string[]
  readonly watchSeconds: number
  readonly failOn: FailOn
  readonly isJson: boolean
  /** Where the console shows this cluster. */
  readonly console?: URL
  readonly warnings: readonly string[]
}

const known: readonly OptionName[] = [
  ...(['broker', 'broker-ca', 'insecure-upstream-tls', 'config', 'user', 'key-file'] as const),
  ...(['check', 'for', 'fail-on', 'json', 'console'] as const),
]

export function readHealth(given: GivenOptions, flags: GivenOptions): HealthCommand {
  // The environment and the file may say more: they serve the other commands, too.
  const misplaced = [...flags].find(([name]) => !known.includes(name))
  if (misplaced !== undefined) throw conflict(misplaced[1], 'has no meaning for brokerdeck health')
  const [broker, user, keyFile] = [given.get('broker'), given.get('user'), given.get('key-file')]
  if (broker === undefined) throw new StartError('MISSING_OPTION', 'brokerdeck health needs --broker URL')
  if (user !== undefined && keyFile !== undefined) throw conflict(keyFile, 'and --user exclude each other')
  if (keyFile === undefined && (user?.value ?? '') === '')
    throw new StartError('MISSING_OPTION', 'brokerdeck health needs --user NAME or --key-file FILE')
  const [checks, page] = [given.get('check'), given.get('console')]
  return {
    kind: 'health',
    brokers: parseBrokerUrls(broker),
    user: user?.value ?? '',
    ...(keyFile === undefined ? {} : { apiKey: readHealthKey(keyFile) }),
    ...readTrust(given),
    ...(checks === undefined ? {} : { checks: parseChecks(checks) }),
    watchSeconds: parseWholeNumber(orDefault(given, 'for', '5'), 0, 600),
    failOn: parseOneOf(orDefault(given, 'fail-on', 'critical'), failures),
    isJson: given.has('json'),
    ...(page === undefined ? {} : { console: parsePageUrl(page) }),
    warnings: warnOfOpenFile(keyFile),
  }
}

function parseChecks(list: Given): readonly string[] {
  const ids = healthCheckIds()
  const asked = list.value.split(',').map((id) => id.trim())
  const wrong = asked.find((id) => !ids.includes(id))
  if (wrong === undefined) return asked
  throw badValue({ ...list, value: wrong, partOf: list.value }, `one of ${ids.join(', ')}`)
}
