import { healthCheckIds } from '@brokerdeck/console/health/examine-health.ts'
import { StartError } from '#lib/start-error.ts'
import { type Asker, readAsker } from './asker.ts'
import type { GivenOption, OptionName } from './declared-options.ts'
import type { GivenOptions } from './given-options.ts'
import { badValue, parseBrokerUrls, parseChoice, parsePageUrl, parseWholeNumber } from './option-values.ts'
import { conflict, orDefault, readTrust } from './source-options.ts'

/** The states from which on the command fails, the mildest first. */
const failures = ['unknown', 'warning', 'critical'] as const
export type FailOn = (typeof failures)[number]

export interface HealthCommand {
  readonly kind: 'health'
  /** The addresses of the cluster; the first address that responds is used. */
  readonly brokers: readonly [URL, ...URL[]]
  readonly asker: Asker
  readonly insecureTls: boolean
  readonly ca?: string
  readonly checks?: readonly string[]
  readonly watchSeconds: number
  readonly failOn: FailOn
  readonly isJson: boolean
  /** The URL at which the console shows this cluster. */
  readonly console?: URL
}

const known: readonly OptionName[] = [
  ...(['broker', 'broker-ca', 'insecure-upstream-tls', 'config', 'user', 'key-file'] as const),
  ...(['check', 'for', 'fail-on', 'json', 'console'] as const),
]

export function readHealth(given: GivenOptions, flags: GivenOptions): HealthCommand {
  // The environment and the file may contain further options, because they serve the other commands as well.
  const misplaced = [...flags].find(([name]) => !known.includes(name))
  if (misplaced !== undefined) throw conflict(misplaced[1], 'has no meaning for brokerdeck health')
  const broker = given.get('broker')
  if (broker === undefined) throw new StartError('MISSING_OPTION', 'brokerdeck health needs --broker URL')
  const missing = 'brokerdeck health needs --user NAME or --key-file FILE'
  const asker = readAsker(given.get('user'), given.get('key-file'), missing)
  const [checks, page] = [given.get('check'), given.get('console')]
  return {
    kind: 'health',
    brokers: parseBrokerUrls(broker),
    asker,
    ...readTrust(given),
    ...(checks === undefined ? {} : { checks: parseChecks(checks) }),
    watchSeconds: parseWholeNumber(orDefault(given, 'for', '5'), 0, 600),
    failOn: parseChoice(orDefault(given, 'fail-on', 'critical'), failures),
    isJson: given.has('json'),
    ...(page === undefined ? {} : { console: parsePageUrl(page) }),
  }
}

function parseChecks(list: GivenOption): readonly string[] {
  const ids = healthCheckIds()
  const asked = list.value.split(',').map((id) => id.trim())
  const wrong = asked.find((id) => !ids.includes(id))
  if (wrong === undefined) return asked
  throw badValue({ ...list, value: wrong, partOf: list.value }, `one of ${ids.join(', ')}`)
}
