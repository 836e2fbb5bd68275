import type { FormFault } from '#kit/form/field.ts'
import type { KeyUse } from './find-key-fault.ts'

export interface KeyFinding {
  readonly use: KeyUse
  /** The reason why no TLS handshake can succeed with the key; the broker accepts it, and only the clients notice. */
  readonly fault: FormFault | undefined
}

interface KeyFaults {
  readonly faults: readonly FormFault[]
  /** For each refused key, by the path of its control: whether it is to be sent all the same. */
  readonly overrides: ReadonlyMap<string, boolean>
}

/**
 * Returns the errors of private keys. EMQX starts a listener with a key that cannot work, and every TLS client fails,
 * so keys are checked before they are sent.
 */
export function keyFaults(
  uses: readonly KeyUse[],
  findings: readonly KeyFinding[],
  overridden: string | undefined,
): KeyFaults {
  const ids = new Set(uses.map(idOfKey))
  const current = findings.filter(({ use, fault }) => fault !== undefined && ids.has(idOfKey(use)))
  return {
    overrides: new Map(current.map(({ use }) => [use.path, idOfKey(use) === overridden])),
    faults: current.flatMap(({ use, fault }) =>
      fault === undefined || idOfKey(use) === overridden ? [] : [fault],
    ),
  }
}

/** Identifies a key together with the values that it must match: another certificate gives another id. */
export function idOfKey(use: KeyUse): string {
  return JSON.stringify(use)
}

/** Checks the keys. The code that reads keys is loaded only if there is a key. */
export async function findKeyFaults(uses: readonly KeyUse[]): Promise<readonly KeyFinding[]> {
  if (uses.length === 0) return []
  const { findKeyFault } = await import('./find-key-fault.ts')
  return await Promise.all(uses.map(async (use) => ({ use, fault: await findKeyFault(use) })))
}
