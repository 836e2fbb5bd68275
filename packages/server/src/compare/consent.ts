import { cluster } from '@brokerdeck/contract/system/cluster.ts'
import { printable } from '#lib/printable.ts'
import { StartError } from '#lib/start-error.ts'
import type { OpenCluster } from './open-cluster.ts'

/** What allows a command to write. */
export interface Consent {
  readonly isYes: boolean
  /** What the cluster has to be called. */
  readonly confirm: string | undefined
  readonly isProduction: boolean
  /** Asks on the terminal; undefined where there is none. */
  readonly question: ((text: string) => Promise<string>) | undefined
}

/** As the cluster calls itself, where that counts. Throws where another name is confirmed, or none with `--yes`. */
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

/** Throws where nobody agrees. */
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
