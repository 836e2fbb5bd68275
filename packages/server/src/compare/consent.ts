import { cluster } from '@brokerdeck/contract/system/cluster.ts'
import { printable } from '#lib/printable.ts'
import { StartError } from '#lib/start-error.ts'
import type { OpenCluster } from './open-cluster.ts'

/** Holds the options that allow a command to write. */
export interface Consent {
  readonly isYes: boolean
  /** The name that the cluster must have. */
  readonly confirm: string | undefined
  readonly isProduction: boolean
  /** Asks the operator on the terminal; undefined without a terminal. */
  readonly question: ((text: string) => Promise<string>) | undefined
}

/**
 * Reads the cluster's own name if it is needed. Throws if `--confirm` names another cluster, or if a production
 * cluster is given `--yes` without `--confirm`.
 */
export async function readClusterName(
  here: OpenCluster,
  { confirm, isProduction, isYes }: Consent,
): Promise<string | undefined> {
  if (confirm === undefined && !isProduction) return undefined
  if (confirm === undefined && isYes)
    throw new StartError(
      'MISSING_OPTION',
      `nothing was sent: ${here.name} is for production; --yes needs --confirm NAME beside it`,
    )
  const { name } = await here.ask(cluster.get, {}).catch((error: unknown) => {
    throw new StartError('NOT_APPLIED', `nothing was sent: ${here.name}: ${here.explain(error)}`)
  })
  if (confirm === undefined || confirm === name) return name
  throw new StartError(
    'NOT_APPLIED',
    `nothing was sent: --confirm names another cluster than ${JSON.stringify(printable(name, 80))}`,
  )
}

/** Throws if the operator does not consent. */
export async function seekConsent(
  what: string,
  clusterName: string | undefined,
  { isYes, confirm, isProduction, question }: Consent,
): Promise<void> {
  if (isYes) return
  if (question === undefined)
    throw new StartError('MISSING_OPTION', 'nothing was sent: without a terminal it needs --yes')
  const isNamed = isProduction && confirm === undefined && clusterName !== undefined
  const wanted = isNamed ? clusterName : 'yes'
  const typed = await question(`${what} Type ${isNamed ? `its name, ${printable(wanted, 80)}` : 'yes'}: `)
  if (typed.trim() !== wanted) throw new StartError('NOT_APPLIED', 'nothing was sent')
}
