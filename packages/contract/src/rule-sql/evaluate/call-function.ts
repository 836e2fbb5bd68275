import { brokerOnlyFunctions, registryFunctions } from '../function-catalogue.ts'
import type { Execution } from './execution.ts'
import { functions } from './functions/functions.ts'
import { ClauseFailure, failure, RuleFailure } from './rule-failure.ts'
import type { Scope } from './scope.ts'
import type { Term } from './term.ts'

export interface Call {
  readonly name: string
  readonly args: readonly Term[]
  /** The event, where its functions see it: in conditions. */
  readonly event: Scope | undefined
  readonly execution: Execution
}

/** Names that the broker has for something else than its functions: they are refused in another way. */
const otherNames = new Set(['node', 'self', 'null'])

/** Asked of the schema registry. */
const ofRegistry: ReadonlySet<string> = new Set(['schema_decode', 'schema_encode', 'schema_check'])

export function callFunction({ name, args, event, execution }: Call): Term {
  const found = functions.get(name)
  const { registry } = execution
  if (registry !== undefined && registryFunctions.has(name)) return registry(name, args)
  if (brokerOnlyFunctions.has(name)) throw new RuleFailure({ kind: 'broker-only', functionName: name })
  if (ofRegistry.has(name)) {
    if (execution.registry !== undefined) return execution.registry(name, args)
    throw new RuleFailure({ kind: 'broker-only', functionName: name })
  }
  if (found === undefined) {
    if (otherNames.has(name)) throw failure('sql_function_not_supported')
    throw new RuleFailure({ kind: 'unknown-function', functionName: name, module: 'emqx_rule_funcs' })
  }
  const { counts, run } = found
  const isVariadic = counts === 'any'
  if (!isVariadic && !counts.includes(args.length)) throw failure('sql_function_not_supported')
  try {
    return run(args, { event, execution })
  } catch (error) {
    if (!(error instanceof ClauseFailure)) throw error
    throw new RuleFailure({ kind: 'bad-argument', functionName: name, args })
  }
}
