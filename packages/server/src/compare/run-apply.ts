import { readFileSync, statSync } from 'node:fs'
import type { Kind } from '@brokerdeck/console/compare/compare-sides.ts'
import { applySteps } from '@brokerdeck/console/compare/promotion-run.ts'
import type { Entry } from '@brokerdeck/console/compare/send-in-order.ts'
import { StartError } from '#lib/start-error.ts'
import { guardLog, nameApplyLog, startApplyLog } from './apply-log.ts'
import { type Consent, readClusterName, seekConsent } from './consent.ts'
import { checkKeyFiles, openKeyFile } from './key-files.ts'
import type { ClusterAccess } from './open-cluster.ts'
import { type OtherSource, runWithSides, type Sides } from './other-side.ts'
import { planApply } from './plan-apply.ts'
import { askToSend, countRequests, printEntry, printFault, printPlan, STOPPING } from './print-plan.ts'
import type { Referable } from './secret-references.ts'

export interface ApplyOptions extends Consent {
  readonly cluster: ClusterAccess
  readonly from: OtherSource
  readonly kinds: readonly Kind[]
  readonly isDryRun: boolean
  /** True if objects that exist only here are deleted. */
  readonly isPrune: boolean
  readonly log: string | undefined
  /** The folder for the secrets of API keys that are created. */
  readonly keyOut: string | undefined
  /** The broker's identifier of each key that the server is known to use. */
  readonly usedKeys: readonly string[]
  readonly environment: Referable['environment']
  readonly write: (text: string) => Promise<void>
  readonly note: (text: string) => void
  /** Once called, a signal stops the command only after the pending requests have been answered. */
  readonly untilStopped: () => Promise<void>
}

/** The maximum size of a secret's file, in bytes, which is more than any key takes. */
const longestSecret = 1024 * 1024

/** Reads a secret from a file. A final line break, which most editors add, is not part of the secret. */
function readSecretFile(path: string): string | undefined {
  try {
    const found = statSync(path)
    if (!found.isFile() || found.size > longestSecret) return undefined
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch {
    return undefined
  }
}

/**
 * Sends the differences. Resolves with 0 if all is done or nothing was to do, with 1 if a part is not as it should
 * be. Throws if nothing was sent.
 */
export async function runApply(options: ApplyOptions): Promise<0 | 1> {
  return await runWithSides(options.cluster, options.from, (sides) => apply(options, sides))
}

async function apply(options: ApplyOptions, { here, there, other }: Sides): Promise<0 | 1> {
  const clusterName = await readClusterName(here, options)
  const referable = { environment: options.environment, readFile: readSecretFile }
  const applied = await planApply({
    here,
    there,
    other,
    chosen: options.kinds,
    referable,
    isPrune: options.isPrune,
    keys: options,
  })
  here.conceal(applied.values.flatMap((value) => [value, JSON.stringify(value).slice(1, -1)]))
  await options.write(printPlan(here.name, there.name, applied))
  const { plan, pruning } = applied
  const { steps, left } = plan
  const isWhole = pruning.stays.length === 0 && left.every(({ reason }) => reason === 'nothing')
  if (options.isDryRun || steps.length === 0) return isWhole || options.isDryRun ? 0 : 1
  if (applied.missing.length > 0)
    throw new StartError('NOT_APPLIED', `nothing was sent: ${applied.missing.join('; ')}`)
  checkKeyFiles(steps)
  await seekConsent(askToSend(here.name, applied), clusterName, options)
  const path = options.log ?? nameApplyLog(here.name)
  const controller = new AbortController()
  const values = [...applied.values]
  const started = startApplyLog(path, { cluster: here.name, from: there.name, steps, values })
  const log = guardLog(started, () => controller.abort())
  options.note(`Log: ${path}\n`)
  void options.untilStopped().then(() => {
    controller.abort()
    options.note(STOPPING)
  })
  const entries: Entry[] = []
  const run = {
    steps,
    stopsAtFirst: true,
    signal: controller.signal,
    ask: here.ask,
    explain: async (error: unknown) => here.explain(error),
    openSecret: ({ secretFile }: Entry['step']) =>
      secretFile === undefined
        ? undefined
        : openKeyFile(secretFile, (secret) => {
            values.push(secret)
            here.conceal([secret])
          }),
    onSend: (step: Entry['step']) => log.send(step, false),
    onEntry: (entry: Entry) => {
      log.came(entry)
      entries.push(entry)
      options.note(printEntry(entry))
    },
  }
  await applySteps(run, applied.fill).finally(log.close)
  options.note(printFault(log.findFault()))
  const done = entries.filter(({ outcome }) => outcome === 'done').length
  await options.write(`${done} of ${countRequests(steps.length)} done.\n`)
  return isWhole && done === steps.length && log.findFault() === undefined ? 0 : 1
}
