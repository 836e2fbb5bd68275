import { actions } from '@brokerdeck/contract/integration/actions.ts'
import { sources } from '@brokerdeck/contract/integration/sources.ts'

/** Where both are read, written and tried. */
export const endpointsOf = { action: actions, source: sources } as const
